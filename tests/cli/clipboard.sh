#!/usr/bin/env bash
# clipboard.sh CLI SAMPLE: the input clipboard: is what another program put there, a picture or a file: under X11, and under
# Wayland where weston and wl-clipboard are installed.
set -euo pipefail
cli=$1 sample=$2
folder=$(mktemp -d)
server='' desktop=''
trap 'kill -KILL $desktop $server 2>/dev/null || true; rm -rf "$folder"' EXIT
fail() { echo "clipboard: $*" >&2; exit 1; }
screen=800x600x24
# shellcheck source=../xvfb.sh
source "$(dirname "${BASH_SOURCE[0]}")/../xvfb.sh"

cp "$sample" "$folder/a sample.png"
"$cli" reduce "$sample" -o "$folder/expected.png" --quiet
expect_result() {
    "$cli" reduce clipboard: -o "$folder/result.png" --quiet --force
    cmp "$folder/result.png" "$folder/expected.png" || fail "another result of $1"
}
# give TYPE: standard input goes on the clipboard as this.
expect_clipboard_on() {
    local status=0
    echo text | give text/plain
    "$cli" analyze clipboard: 2>"$folder/said" || status=$?
    [ $status -eq 3 ] || fail "text on the clipboard of $1 ended with code $status"
    grep -q 'there is no picture on the clipboard' "$folder/said" || fail "said $(cat "$folder/said")"
    give image/png <"$sample"
    expect_result "a picture on $1"
    printf 'file://%s\r\n' "$folder/a%20sample.png" | give text/uri-list
    expect_result "a file on $1"
}

give() { xclip -selection clipboard -target "$1" -in; }
expect_clipboard_on X11
"$cli" reduce clipboard: --output-dir "$folder/results" --quiet
test -s "$folder/results/clipboard.png"

for program in weston wl-copy; do
    command -v "$program" >/dev/null || { echo "skipped: $program is not installed"; exit 0; }
done
# shellcheck source=../weston.sh
source "$(dirname "${BASH_SOURCE[0]}")/../weston.sh"
give() { wl-copy --type "$1"; }
expect_clipboard_on Wayland
