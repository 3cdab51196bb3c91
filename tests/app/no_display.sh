#!/usr/bin/env bash
# no_display.sh HUEDRIFT: without a display the program says so in one sentence and ends with 5.
set -euo pipefail
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
status=0
said=$("$1" 2>&1 >/dev/null | grep '^huedrift: '; exit "${PIPESTATUS[0]}") || status=$?
[ "$status" -eq 5 ] || { echo "ended with $status, not 5" >&2; exit 1; }
if [ "$(wc -l <<<"$said")" -ne 1 ] || [[ $said != *display* ]]; then echo "said: $said" >&2; exit 1; fi
