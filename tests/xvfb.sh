# shellcheck shell=bash
# Sourced by tests that need a display without a screen: exports DISPLAY and sets $server, the process to end. $folder is
# the test's own folder, $screen the size of the screen.
# shellcheck disable=SC2154,SC2034
for ((tries = 1; ; ++tries)); do
    mkfifo "$folder/display"
    Xvfb -displayfd 7 -noreset -screen 0 "$screen" -nolisten tcp 7>"$folder/display" 2>"$folder/xvfb" &
    server=$!
    # It picks a free number, which another server may take at the same moment.
    if read -r display <"$folder/display"; then break; fi
    [ "$tries" -lt 10 ] || fail "Xvfb cannot be started: $(cat "$folder/xvfb")"
    rm "$folder/display"
done
export DISPLAY=:$display
unset WAYLAND_DISPLAY
