#!/usr/bin/env bash
# scripts/pictures.sh: makes the pictures of README.md and docs/ anew, by the program itself from the sample picture.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
[ $# -eq 0 ] || { echo "usage: scripts/pictures.sh" >&2; exit 2; }
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

# settings NAME THEME WIDTH HEIGHT COMPARE [PARAMETERS]: those of the window from here on. Without parameters, members of a
# JSON object, the picture has the look that suits it.
settings() {
    local name=$1 theme=$2 width=$3 height=$4 compare=$5 parameters=
    [ -z "${6-}" ] || parameters="\"parameters\": {$6}, "
    export XDG_CONFIG_HOME=$folder/$name
    mkdir -p "$XDG_CONFIG_HOME/huedrift"
    cat >"$XDG_CONFIG_HOME/huedrift/settings.json" <<JSON
{"theme": "$theme", "compare": "$compare", "plays": false, $parameters"recent": [],
 "window": {"width": $width, "height": $height, "maximised": false}}
JSON
}

# window NAME THEME WIDTH HEIGHT COMPARE [PARAMETERS]: writes a picture of the window with these settings.
window() {
    settings "$@"
    "$bin/huedrift" --screenshot "docs/window_$1.png" --size "$3x$4" "$sample"
}
window side_by_side dark 1280 800 side_by_side
window wipe light 1280 800 wipe '"radius": 0.05, "weighting": "both"'
window difference dark 1280 800 difference
window cloud dark 1280 800 cloud '"radius": 0.05, "weighting": "frequency"'

# The radius, dragged to and fro on a display without a screen: a frame per step, all together reduced by the program.
drag() {
    "$bin/huedrift" "$sample" &
    trap 'kill -9 %1' EXIT
    sleep 12
    local frame=100 x
    xdotool mousemove 787 136 mousedown 1
    for x in $(seq 787 8 851) $(seq 843 -8 707) $(seq 715 8 787); do
        xdotool mousemove "$x" 136
        sleep 0.9
        import -window root "$folder/drag_$((frame++)).png"
    done
}
settings drag dark 960 640 side_by_side \
    '"radius": 0.05, "weighting": "frequency", "assign": "nearest", "settle": 8, "snap": "on"'
export bin sample folder
xvfb-run -a -s "-screen 0 960x640x24 -noreset" bash -euo pipefail -c "$(declare -f drag); drag"
ffmpeg -v error -y -framerate 10 -pattern_type glob -i "$folder/drag_*.png" -plays 0 -f apng "$folder/drag.png"
"$bin/huedrift-cli" reduce "$folder/drag.png" --look photo --colors 250 --dither diffusion --force \
    -o docs/window_drag.gif
