#!/usr/bin/env bash
# two_windows.sh HUEDRIFT HUEDRIFT-CLI PICTURE: two windows at once keep their settings in the same file, their compiled
# pipelines in the same folder and write the same picture: both end well, and each file is one of the two, whole.
set -euo pipefail
program=$1 cli=$2 picture=$3
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"
cp "$picture" "$folder/first.png"
cp "$picture" "$folder/second.png"
settings=$folder/config/huedrift

for round in 1 2 3; do
    windows=()
    for name in first second; do
        "$program" --screenshot "$folder/shown.png" "$folder/$name.png" &
        windows+=($!)
    done
    for window in "${windows[@]}"; do wait "$window" || fail "round $round: a window ended with $?"; done
    [ "$(ls -A "$settings")" = settings.json ] || fail "beside the settings is $(ls -A "$settings")"
    [ "$(tail -c 2 "$settings/settings.json")" = "}" ] || fail "the settings are cut"
    for name in first second; do grep -q "$name.png" "$settings/settings.json" && break; done || fail "no file is recent"
    "$cli" analyze "$folder/shown.png" >"$folder/analysis" || fail "the picture is not whole"
done
"$program" --screenshot "$folder/shown.png" || fail "a third window ended with $?"
[ ! -e "$settings/settings.json.damaged" ] || fail "the settings cannot be read"
[ -z "$(find "$folder" -name '.huedrift-*')" ] || fail "temporary files are left"
