#!/usr/bin/env bash
# Makes the pictures of README.md and docs/ anew, by the program itself from the sample picture.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh
cmake --preset release
cmake --build --preset release --parallel "$(nproc)" --target huedrift_sample huedrift-cli huedrift-wipe

bin=build/release/bin
sample=build/release/sample.png
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$bin/huedrift-cli" reduce "$sample" -o "$folder/reduced.png"
"$bin/huedrift-wipe" "$sample" "$folder/reduced.png" docs/sample_before_after.png
