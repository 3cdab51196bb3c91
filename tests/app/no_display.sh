#!/usr/bin/env bash
# no_display.sh HUEDRIFT HUEDRIFT-CLI PICTURE: without a display the program says so in one sentence and ends with 5, but it writes what
# its window would show.
set -euo pipefail
program=$1 cli=$2 picture=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "no_display: $*" >&2; exit 1; }
export XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state XDG_CACHE_HOME=$folder/cache
# Of drivers that are unloaded when it ends.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
status=0
said=$("$program" 2>&1 >/dev/null | grep '^huedrift: '; exit "${PIPESTATUS[0]}") || status=$?
[ "$status" -eq 5 ] || fail "ended with $status, not 5"
if [ "$(wc -l <<<"$said")" -ne 1 ] || [[ $said != *display* ]]; then fail "said: $said"; fi

"$program" --screenshot "$folder/shown.png" --size 900x600 "$picture" || fail "the screenshot ended with $?"
"$cli" analyze --json "$folder/shown.png" >"$folder/analysis"
grep -q '"width":900,"height":600,' "$folder/analysis" || fail "it has another size"
grep -q '"distinct_colors":[0-9]\{4,\},' "$folder/analysis" || fail "it does not show the picture"
[ ! -e "$XDG_CONFIG_HOME/huedrift/settings.json" ] || fail "it changed the settings"
for size in 900 900x 900x600x1 639x400 640x399 16385x600 -900x600; do
    status=0
    "$program" --screenshot "$folder/other.png" "--size=$size" "$picture" 2>"$folder/said" || status=$?
    [ "$status" -eq 2 ] || fail "--size=$size ended with $status, not 2"
    [ "$(wc -l <"$folder/said")" -eq 1 ] || fail "--size=$size said: $(<"$folder/said")"
done
[ ! -e "$folder/other.png" ] || fail "a refused size was written"
