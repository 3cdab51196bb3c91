#!/usr/bin/env bash
# signals.sh HUEDRIFT: SIGTERM, SIGINT and the closing of the terminal close the window, which keeps its settings.
set -euo pipefail
program=$1
source "$(dirname "${BASH_SOURCE[0]}")/display.sh"

for signal in TERM INT HUP; do
    # A shell's background jobs ignore SIGINT, which env undoes.
    env --default-signal "$program" &
    window=$!
    timeout 240 xdotool search --sync --onlyvisible --class huedrift >"$folder/id" || fail "no window is opened"
    kill -"$signal" "$window"
    wait "$window" || fail "SIG$signal: ended with $?"
    rm "$folder/config/huedrift/settings.json" || fail "SIG$signal: the settings were not kept"
done
