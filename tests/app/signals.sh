#!/usr/bin/env bash
# signals.sh HUEDRIFT: SIGTERM, SIGINT and the closing of the terminal close the window as its cross does.
set -euo pipefail
program=$1
folder=$(mktemp -d)
server= window=
trap 'kill -KILL $window $server 2>/dev/null || true; rm -rf "$folder"' EXIT
fail() { echo "signals: $*" >&2; exit 1; }

mkfifo "$folder/display"
Xvfb -displayfd 7 -noreset -screen 0 1280x800x24 -nolisten tcp 7>"$folder/display" 2>/dev/null &
server=$!
read -r display <"$folder/display"
export DISPLAY=:$display SDL_VIDEODRIVER=x11 XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache
unset WAYLAND_DISPLAY

for signal in TERM INT HUP; do
    # A shell's background jobs ignore SIGINT, which env undoes.
    env --default-signal "$program" &
    window=$!
    timeout 240 xdotool search --sync --onlyvisible --class huedrift >"$folder/id" || fail "no window is opened"
    kill -"$signal" "$window"
    for _ in $(seq 600); do kill -0 "$window" 2>/dev/null || break; sleep 0.1; done
    wait "$window" || fail "SIG$signal: ended with $?"
    rm "$folder/config/huedrift/settings.json" || fail "SIG$signal: the settings were not kept"
done
