#!/usr/bin/env bash
# json_is_read.sh CLI PICTURE: reports and palettes of pictures with any bytes in their names are valid JSON
# to a parser other than the writer's own, which the other tests use.
set -euo pipefail
cli=$1 picture=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
read_json='import json, sys; json.loads(sys.stdin.buffer.read().decode("utf-8", "strict"))'
for name in plain.png $'line\n\x01\x7f.png' $'"\\ /*.png' $'\xff\xc3\xed\xa0\x80.png' $'\u2028\ufeff\U0001f3a8.png'; do
    name=${name//\//}
    cp "$picture" "./$name"
    "$cli" reduce "./$name" -o "./out-$name" --palette palette.json --force --quiet --json --engine cpu -r 0.2 |
        python3 -c "$read_json"
    python3 -c "$read_json" <palette.json
    "$cli" analyze "./$name" --json | python3 -c "$read_json"
done
"$cli" devices --json | python3 -c "$read_json"
