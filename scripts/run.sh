#!/usr/bin/env bash
# scripts/run.sh [IMAGE]: installs what is missing, builds the programs in Release and opens IMAGE, or the sample picture, in the
# window. Without a display, or without a Vulkan device to draw with, it reduces the picture instead and says where the result is.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
if [ $# -gt 1 ]; then echo "usage: scripts/run.sh [IMAGE]" >&2; exit 2; fi
if [ $# -eq 1 ] && [ ! -r "$1" ]; then echo "run: $1 cannot be read" >&2; exit 3; fi
image=${1:+$(realpath -- "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh core vulkan app
# Where tests were built before they stay configured, but only the programs are built.
echo "run: building the programs"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset release >"$log" || { cat "$log" >&2; exit 1; }
NINJA_STATUS='[%f of %t, %e s] ' cmake --build --preset release --parallel "$(nproc)" --target programs

image=${image:-$PWD/build/release/sample.png}
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -x build/release/bin/huedrift ]; then
    status=0
    build/release/bin/huedrift "$image" || status=$?
    no_device=5
    [ "$status" -eq "$no_device" ] || exit "$status"
fi
name=$(basename -- "$image")
build/release/bin/huedrift-cli reduce "$image" -o "$PWD/build/${name%.*}-reduced.png" --force
