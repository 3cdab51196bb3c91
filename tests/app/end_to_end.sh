#!/usr/bin/env bash
# end_to_end.sh HUEDRIFT HUEDRIFT-CLI PICTURE: drives the built program from outside, by the keyboard of a display
# without a screen: opens a picture, wipes, exports, closes; compares the export with what the command line writes.
set -euo pipefail
program=$1 cli=$2 picture=$3
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"
cp "$picture" "$folder/picture.png"
"$program" "$folder/picture.png" &
window=$!

wait_for() { # seconds are many because machines are slow; the file or the text appears long before
    for _ in $(seq 1200); do if eval "$1"; then return; fi; kill -0 "$window" || fail "the program ended"; sleep 0.1; done
    fail "waited in vain for $1"
}
id=$(timeout 240 xdotool search --sync --onlyvisible --class huedrift | tail -1) || fail "no window is opened"
# A picture is among the recent ones once it is open.
wait_for 'grep -qs picture.png "$folder/config/huedrift/settings.json"'
xdotool windowfocus --sync "$id"
xdotool key w
xdotool key ctrl+s
# Refused until the exact result is there.
wait_for 'xdotool key Return; [ -s "$folder/picture-r0.05.png" ]'
"$cli" reduce "$folder/picture.png" -o "$folder/expected.png" -r 0.05 --settings --quiet
cmp "$folder/picture-r0.05.png" "$folder/expected.png" || fail "the export is not what the command line writes"
xdotool key ctrl+q
for _ in $(seq 600); do kill -0 "$window" 2>/dev/null || break; sleep 0.1; done
wait "$window" || fail "the program ended with $?"
grep -q '"compare": "wipe"' "$folder/config/huedrift/settings.json" || fail "the settings were not kept"
