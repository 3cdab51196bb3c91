#!/usr/bin/env bash
# end_to_end.sh HUEDRIFT HUEDRIFT-CLI PICTURE [wayland]: drives the built program from outside, by the keyboard of a display
# without a screen, that of X or of a Wayland desktop in it: opens a picture, wipes, exports, closes; compares the export
# with what the command line writes. Nothing is set, so both take the look that suits the picture.
# shellcheck disable=SC2016 # wait_for evaluates what it gets
set -euo pipefail
program=$1 cli=$2 picture=$3
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"
class=huedrift log=/dev/stderr
if [ "${4-}" = wayland ]; then
    # shellcheck source=../weston.sh
    source "$(dirname "${BASH_SOURCE[0]}")/../weston.sh"
    export SDL_VIDEODRIVER=wayland
    # libwayland reports every event.
    export WAYLAND_DEBUG=client
    class=weston log=$folder/log
    # Window tests have no surface like this one's. The layer writes to the standard output.
    export VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation
fi
cp "$picture" "$folder/picture.png"
settings=$folder/config/huedrift/settings.json
mkdir -p "${settings%/*}"
echo '{"window": {"maximised": true}}' >"$settings"
exec 9< <(exec tail --pid=$$ -F -c 0 "$settings" 2>/dev/null)
watcher=$!
"$program" "$folder/picture.png" >"$folder/output" 2>"$log" &
window=$!

# appears FILE SECONDS: whether it holds a byte within that time; the file system wakes tail.
appears() {
    local found=0 tail
    exec 8< <(exec tail -F -c 1 "$1" 2>/dev/null)
    tail=$!
    LC_ALL=C read -r -d '' -n 1 -t "$2" -u 8 || found=$?
    kill "$tail" 2>/dev/null || true
    exec 8<&-
    return "$found"
}

id=$(timeout 240 xdotool search --sync --onlyvisible --class "$class" | tail -1) || fail "no window is opened"
# The settings are written once a picture is open.
until grep -q picture.png "$settings"; do
    LC_ALL=C read -r -d '' -n 1 -t 1 -u 9 || kill -0 "$window" || fail "the program ended"
done
kill "$watcher"
if [ -n "${VK_INSTANCE_LAYERS-}" ] && ! grep -q libVkLayer_khronos_validation "/proc/$window/maps"; then
    [ -z "${CI-}" ] || fail "the Vulkan validation layer is not installed"
fi
# Keys that are typed before the program's window has the keyboard are lost. Weston's window already has the keyboard of X,
# since it is under the pointer: to focus it again may make Weston take the keyboard from the program and not return it.
if [ "$class" != weston ]; then
    xdotool windowfocus --sync "$id"
else
    timeout 240 grep -q 'wl_keyboard.*\.enter' <(exec tail --pid=$$ -n +1 -F "$log" 2>/dev/null) ||
        fail "the window got no keyboard"
fi
xdotool key w
xdotool key ctrl+s
# Refused until the exact result is ready.
until appears "$folder/picture-32-colours.png" 1; do
    kill -0 "$window" || fail "the program ended"
    xdotool key Return
done
"$cli" reduce "$folder/picture.png" -o "$folder/expected.png" --settings --quiet
cmp "$folder/picture-32-colours.png" "$folder/expected.png" || fail "the export is not what the command line writes"
grep -q picture.png "$settings" || fail "the picture is not among the recent ones"
xdotool key Escape # if no further Return has closed the report of the export
xdotool key ctrl+q
wait "$window" || fail "the program ended with $?"
[ ! -s "$folder/output" ] || fail "it wrote, or the validation layer did: $(head -c 2000 "$folder/output")"
grep -q '"compare": "wipe"' "$settings" || fail "the settings were not kept"
