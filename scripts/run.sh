#!/usr/bin/env bash
# Installs what is missing, builds Release and opens IMAGE, or the sample picture, in the window. Without a display, or
# without a Vulkan device to draw with, it reduces the picture instead and says where the result is.
set -euo pipefail
if [ $# -gt 1 ]; then echo "usage: scripts/run.sh [IMAGE]" >&2; exit 2; fi
if [ $# -eq 1 ] && [ ! -r "$1" ]; then echo "run: $1 cannot be read" >&2; exit 3; fi
image=${1:+$(realpath -- "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh
cmake --preset release
cmake --build --preset release --parallel "$(nproc)"

image=${image:-$PWD/build/release/sample.png}
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -x build/release/bin/huedrift ]; then
    status=0
    build/release/bin/huedrift "$image" || status=$?
    no_device=5
    [ "$status" -eq "$no_device" ] || exit "$status"
fi
name=$(basename -- "$image")
build/release/bin/huedrift-cli reduce "$image" -o "$PWD/build/${name%.*}-reduced.png" --force
