#!/usr/bin/env bash
# animations_are_read.sh CLI PICTURE: other programs see the frames, delays and plays of an animation as this one does, of
# files that they write and that this one writes.
set -euo pipefail
cli=$1 picture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

same() { # WHAT PICTURE PICTURE
    "$cli" compare "$2" "$3" --json >difference.json
    grep -q '"unmatched":0,"mse":0.0,' difference.json || {
        echo "$1: $2 is not $3" && cat difference.json && exit 1
    }
}
equal() { # WHAT ACTUAL EXPECTED
    [[ $2 == "$3" ]] || { echo "$1: '$2', not '$3'" && exit 1; }
}

# Frames of several sizes, some transparent, disposed of in every way.
convert-im6.q16 "$picture" -crop 60x40+20+30 +repage a.png
convert-im6.q16 "$picture" -crop 30x20+90+10 +repage b.png
transparent=$(convert-im6.q16 b.png -format '%[pixel:p{5,5}]' info:)
convert-im6.q16 "$picture" -crop 20x30+9+60 +repage -transparent "$transparent" c.png
convert-im6.q16 "$picture" -crop 25x25+99+50 +repage d.png
convert-im6.q16 -loop 3 -delay 7 -dispose none a.png -dispose previous -delay 13 -page +10+5 b.png -dispose background \
    -delay 5 -page +30+8 c.png -dispose none -delay 100 -page +2+11 d.png -page +20+3 c.png in.gif
delays="7 13 5 100 100 "

convert-im6.q16 in.gif -coalesce PNG32:in-%d.png
for options in "--dither off" "--colors 9 --dither ordered"; do
    # shellcheck disable=SC2086
    "$cli" reduce in-?.png --together --output-dir expected --force --quiet --engine cpu $options
    for format in gif apng; do
        # shellcheck disable=SC2086
        "$cli" reduce in.gif -o "out.$format" --force --quiet --engine cpu $options
        ffmpeg -loglevel error -y -i "out.$format" -vsync passthrough -pix_fmt rgba "ffmpeg-%d.png"
        for i in 0 1 2 3 4; do
            same "ffmpeg, $format, '$options'" "ffmpeg-$((i + 1)).png" "expected/in-$i.png"
        done
    done
    convert-im6.q16 out.gif -coalesce PNG32:convert-%d.png
    gifsicle --no-warnings --unoptimize out.gif -o whole.gif
    for i in 0 1 2 3 4; do
        same "ImageMagick, '$options'" "convert-$i.png" "expected/in-$i.png"
        gifsicle whole.gif "#$i" -o "gifsicle-$i.gif"
        same "gifsicle, '$options'" "gifsicle-$i.gif" "expected/in-$i.png"
    done
    equal delays "$(convert-im6.q16 out.gif -format '%T ' info:)" "$delays"
    for file in in.gif out.gif; do
        equal "plays of $file" "$(gifsicle --info "$file" | grep -o 'loop count .*')" \
            "$(gifsicle --info in.gif | grep -o 'loop count .*')"
    done
done
