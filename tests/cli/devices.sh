#!/usr/bin/env bash
# devices.sh CLI SAMPLE DOCUMENT: runs each block of docs/devices.md in a folder of its own and looks at the pictures with
# ImageMagick.
set -euo pipefail
cli=$(realpath "$1") sample=$(realpath "$2") document=$(realpath "$3")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
PATH=$(dirname "$cli"):$PATH

awk '/^```sh$/ { inside = 1; ++block; next } /^```$/ { inside = 0 } inside { print > "block-" block ".sh" }' "$document"
convert-im6.q16 "$sample" -resize 160x160 -background white -flatten photo.png
convert-im6.q16 -size 64x48 gradient:navy-orange \( -size 64x48 xc:black -fill white -draw "circle 30,24 30,4" \) \
    -alpha off -compose CopyOpacity -composite sprites.png
convert-im6.q16 -size 160x100 xc:white -fill "#13366c" -draw "circle 50,50 50,15" \
    -fill "#c9212f" -draw "rectangle 90,20 150,45" -fill "#f1b71b" -draw "rectangle 90,55 150,80" -fill "#1c1d1c" -draw "rectangle 10,90 150,96" logo.png

for block in block-*.sh; do
    mkdir "${block%.sh}"
    cp photo.png sprites.png logo.png "${block%.sh}"
    (cd "${block%.sh}" && bash -e "../$block" 2> said) || { cat "$block" "${block%.sh}/said"; exit 1; }
done

# The distinct colours of a picture, "rrggbbaa" each.
colors() { convert-im6.q16 "$1" -depth 8 rgba:- | od -An -v -tx1 -w4 | tr -d ' ' | sort -u | paste -sd ' '; }
# The first entries of an indexed PNG file, "rrggbb" each.
entries() {
    local at
    at=$(grep -abo PLTE "$1" | head -1 | cut -d: -f1)
    tail -c "+$((at + 5))" "$1" | head -c $((3 * $2)) | od -An -v -tx1 -w3 | tr -d ' ' | paste -sd ' '
}
# expect WHAT FOUND WANTED
expect() { [ "$2" = "$3" ] || { echo "$1: found $2, expected $3"; exit 1; }; }

expect label "$(colors block-1/label.png)" "000000ff ff0000ff ffffffff"
expect "label's entries" "$(entries block-1/label.png 3)" "000000 ffffff ff0000"
expect "entries of seven inks" "$(entries block-2/picture.png 7)" "000000 ffffff 00ff00 0000ff ff0000 ffff00 ff8000"

read -ra sheet <<< "$(colors block-3/sheet.png)"
[ ${#sheet[@]} -gt 8 ] && [ ${#sheet[@]} -le 16 ]
expect "the transparent colour" "${sheet[0]}" 00000000
expect "the transparent entry" "$(entries block-3/sheet.png 1)" 000000
for color in "${sheet[@]:1}"; do
    expect "alpha of $color" "${color:6}" ff
    for channel in "${color:0:2}" "${color:2:2}" "${color:4:2}"; do
        value=$((16#$channel))
        expect "$color" $value $((value >> 3 << 3 | value >> 5))
    done
done
read -ra keyed <<< "$(colors block-3/keyed.png)"
expect "the colours with a key" ${#keyed[@]} ${#sheet[@]}
expect "the key" "$(entries block-3/keyed.png 1)" ff00ff

[ "$(wc -l < block-5/threads.csv)" -le 9 ]
while IFS= read -r thread; do
    grep -qxF "$thread" block-5/threads.gpl || { echo "not a thread: $thread"; exit 1; }
    grep -qF ",$(cut -f 2 <<< "$thread")," block-5/threads.csv || { echo "not in the table: $thread"; exit 1; }
done < <(tail -n +5 block-5/used.gpl)

expect sign "$(colors block-6/sign.png)" "12356bff 1d1d1bff c8202fff f2b81aff ffffffff"
expect "paths of the sign" "$(grep -c '<path' block-6/sign.svg)" 5
expect plates "$(find block-6/plates -name '*.png' | wc -l)" 5
[ -f block-6/sign.csv ]

expect "a BMP's colours" "$(colors block-7/logo.bmp)" "$(colors block-7/logo.tga)"
expect "a BMP's bits" "$(od -An -tu2 -j28 -N2 block-7/logo.bmp | tr -d ' ')" 4
expect "a BMP's entries" "$(od -An -tu4 -j46 -N4 block-7/logo.bmp | tr -d ' ')" 16
expect "a TGA's type and bits" "$(od -An -tu1 -j1 -N2 block-7/logo.tga)$(od -An -tu1 -j16 -N1 block-7/logo.tga)" "   1   1   8"

# The pixels by a header, read by a compiler, and by indices and a palette, read here, are those of the BMP file.
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$document" > block-7/index_at.h
cat > block-7/print.c <<'END'
#include "index_at.h"
#include <stdio.h>
int main(void) {
    for (int y = 0; y < picture_logo.height; ++y)
        for (int x = 0; x < picture_logo.width; ++x) {
            const uint8_t *color = picture_logo.palette + 3 * index_at(x, y);
            printf("%02x%02x%02x\n", color[0], color[1], color[2]);
        }
    return 0;
}
END
cc -std=c99 -Wall -Wextra -Werror block-7/print.c -o block-7/print
convert-im6.q16 block-7/logo.bmp -depth 8 rgb:- | od -An -v -tx1 -w3 | tr -d ' ' > block-7/pixels
block-7/print | cmp - block-7/pixels
od -An -v -tu1 -w1 block-7/logo.raw | while read -r byte; do
    for shift in 6 4 2 0; do echo $((byte >> shift & 3)); done
done | awk 'NR == FNR { color[NR - 1] = $1; next } { print color[$1] }' block-7/logo.hex - | cmp - block-7/pixels
expect blocks "$(find . -maxdepth 1 -name 'block-*.sh' | wc -l)" 7
