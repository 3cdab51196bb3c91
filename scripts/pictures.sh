#!/usr/bin/env bash
# Makes the pictures of README.md and docs/ anew, by the program itself from the sample picture.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh
cmake --preset release
cmake --build --preset release --parallel "$(nproc)" --target sample_picture huedrift-cli huedrift-wipe huedrift

bin=build/release/bin
sample=build/release/sample.png
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$bin/huedrift-cli" reduce "$sample" -o "$folder/reduced.png"
"$bin/huedrift-wipe" "$sample" "$folder/reduced.png" docs/sample_before_after.png

# window NAME THEME SCALE WIDTH HEIGHT COMPARE WEIGHTING: the window on a display without a screen, with these settings.
window() {
    local name=$1 theme=$2 scale=$3 width=$4 height=$5 compare=$6 weighting=$7
    export XDG_CONFIG_HOME=$folder/$name
    mkdir -p "$XDG_CONFIG_HOME/huedrift"
    cat >"$XDG_CONFIG_HOME/huedrift/settings.json" <<JSON
{"theme": "$theme", "scale": $scale, "compare": "$compare", "plays": false,
 "window": {"width": $width, "height": $height, "maximised": false}, "recent": [],
 "parameters": {"radius": 0.05, "weighting": "$weighting", "transfer": "srgb", "smooth": 0, "merge": "auto"}}
JSON
    xvfb-run -a -s "-screen 0 ${width}x${height}x24" "$bin/huedrift" --screenshot "docs/window_$name.png" "$sample"
}
window side_by_side dark 1 1280 800 side_by_side frequency
window wipe light 1 1280 800 wipe both
window difference dark 1 1280 800 difference frequency
window cloud dark 1 1280 800 cloud frequency
