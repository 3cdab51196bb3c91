#!/usr/bin/env bash
# two_windows.sh HUEDRIFT HUEDRIFT-CLI PICTURE: two windows at once keep their settings in the same file and their compiled
# pipelines in the same folder, and two screenshots write the same picture: all end well, and each file is one of the two,
# whole.
set -euo pipefail
program=$1 cli=$2 picture=$3
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"
cp "$picture" "$folder/first.png"
cp "$picture" "$folder/second.png"
settings=$folder/config/huedrift

for round in 1 2 3; do
    windows=() screenshots=()
    for name in first second; do
        "$program" "$folder/$name.png" &
        windows+=($!)
        "$program" --screenshot "$folder/shown.png" "$folder/$name.png" &
        screenshots+=($!)
    done
    for window in "${windows[@]}"; do
        timeout 240 xdotool search --sync --onlyvisible --pid "$window" >"$folder/id" || fail "no window is opened"
    done
    kill "${windows[@]}"
    for window in "${windows[@]}" "${screenshots[@]}"; do wait "$window" || fail "round $round: one ended with $?"; done
    [ "$(ls -A "$settings")" = settings.json ] || fail "beside the settings is $(ls -A "$settings")"
    [ "$(tail -c 2 "$settings/settings.json")" = "}" ] || fail "the settings are cut"
    "$cli" analyze "$folder/shown.png" >"$folder/analysis" || fail "the picture is not whole"
done
"$program" --screenshot "$folder/shown.png" || fail "a third one ended with $?"
[ ! -e "$settings/settings.json.damaged" ] || fail "the settings cannot be read"
[ -z "$(find "$folder" -name '.huedrift-*')" ] || fail "temporary files are left"
