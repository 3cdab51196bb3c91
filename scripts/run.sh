#!/usr/bin/env bash
# Installs what is missing, builds Release and reduces the palette of IMAGE, or of the sample picture.
set -euo pipefail
if [ $# -gt 1 ]; then echo "usage: scripts/run.sh [IMAGE]" >&2; exit 2; fi
if [ $# -eq 1 ] && [ ! -r "$1" ]; then echo "run: $1 cannot be read" >&2; exit 3; fi
image=${1:+$(realpath -- "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh
cmake --preset release
cmake --build --preset release --parallel "$(nproc)"

image=${image:-$PWD/build/release/sample.png}
name=$(basename -- "$image")
build/release/bin/huedrift-cli reduce "$image" -o "$PWD/build/${name%.*}-reduced.png" --force
