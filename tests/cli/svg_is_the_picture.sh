#!/usr/bin/env bash
# svg_is_the_picture.sh CLI PICTURE: SVGs drawn by another program at their own size are the picture.
set -euo pipefail
cli=$1 picture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for options in "" "--svg-stack" "--min-region 9 --svg-stack" "--dither ordered"; do
    # shellcheck disable=SC2086
    "$cli" reduce "$picture" -o out.png --svg out.svg --force --quiet --engine cpu -r 0.2 $options
    rsvg-convert out.svg -o drawn.png
    "$cli" compare out.png drawn.png --json >difference.json
    grep -q '"unmatched":0,"mse":0.0,' difference.json || {
        echo "with '$options':" && cat difference.json && exit 1
    }
done
