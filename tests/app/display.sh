# shellcheck shell=bash
# Sourced by the tests that start the built program: a folder of their own with its settings and caches, and a display
# without a screen. Both are removed when the test ends, and the process $window, if any, is ended.
folder=$(mktemp -d)
server='' desktop='' window=''
trap 'kill -KILL $window $desktop $server 2>/dev/null || true; rm -rf "$folder"' EXIT
fail() { echo "$(basename "$0" .sh): $*" >&2; exit 1; }

screen=1280x800x24
# shellcheck source=../xvfb.sh
source "$(dirname "${BASH_SOURCE[0]}")/../xvfb.sh"
export SDL_VIDEODRIVER=x11 XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state XDG_CACHE_HOME=$folder/cache
# When a program ends its drivers are already unloaded, so their leaks have no names to suppress. The tests that run the
# window in their own process count leaks.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
