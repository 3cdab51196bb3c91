#!/usr/bin/env bash
# print_size.sh CLI PICTURE: ImageMagick finds the print size of its own files in every result.
set -euo pipefail
cli=$1 picture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

says() { # WHAT PICTURE DPI
    local found
    found=$(identify-im6.q16 -units PixelsPerInch -format '%x %y\n' "$2" | head -1)
    awk -v dpi="$3" '{ exit !(($1 - dpi) ^ 2 < 0.01 && ($2 - dpi) ^ 2 < 0.01) }' <<<"$found" || {
        echo "$1: $2 has $found dpi, not $3" && exit 1
    }
}
reduce() { "$cli" reduce "$@" --force --quiet --engine cpu; }

for source in png jpg bmp tiff; do
    convert-im6.q16 "$picture" -crop 96x64+0+0 +repage -units PixelsPerInch -density 300 "in.$source"
    says "ImageMagick's file" "in.$source" 300
    for target in png apng jpg bmp; do
        for options in "" --keep-metadata; do
            # shellcheck disable=SC2086
            reduce "in.$source" -o "out.$target" -r 0.2 $options
            says "$source to $target $options" "${target/apng/png}:out.$target" 300
        done
    done
done
"$cli" analyze in.png --json | grep -q '"pixels_per_metre":\[11811.0,11811.0\]'
"$cli" analyze in.png | grep -q '^print size  *8.128 x 5.419 mm, 300 dpi$'
"$cli" reduce in.png -o out.pam --force --engine cpu -r 0.2 2>&1 | grep -q 'cannot hold the print size'

convert-im6.q16 "$picture" +set units -density 0x0 plain.png
reduce plain.png -o out.png -r 0.2 --svg out.svg
! identify-im6.q16 -verbose out.png | grep -q 'Resolution\|pHYs' || { echo "a resolution from nowhere" && exit 1; }
grep -q '<svg [^>]* width="[0-9]*" height="[0-9]*" viewBox' out.svg

# Parts.
reduce in.png -o out.png -r 0.2 --masks masks --layers out.ora --svg out.svg
for part in masks/*.png; do says "a part" "$part" 300; done
grep -q 'width="8.128mm" height="5.419mm" viewBox="0 0 96 64"' out.svg || { head -c 300 out.svg && exit 1; }

# Cells stay as large on paper.
convert-im6.q16 in.png -resize 25% -filter point -resize 800% -units PixelsPerInch -density 300 cells.png
reduce cells.png -o out.png -r 0.05 --pixel-grid 8 --svg out.svg
says "cells of 8 pixels" out.png 37.5
grep -q 'width="16.256mm" height="10.837mm" viewBox="0 0 24 16"' out.svg || { head -c 300 out.svg && exit 1; }
reduce cells.png -o out.jpg -r 0.05 --pixel-grid 8 --scale 4
says "cells of 8 pixels as 4" out.jpg 150
