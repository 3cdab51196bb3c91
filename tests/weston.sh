# shellcheck shell=bash
# Sourced by tests: a Wayland desktop, the process $desktop, in a window of $DISPLAY; what it needs is kept in $folder.
# shellcheck disable=SC2154 # folder
export XDG_RUNTIME_DIR=$folder/runtime WAYLAND_DISPLAY=wayland-test
mkdir -m 700 "$XDG_RUNTIME_DIR"
# It starts a program once it is ready.
mkfifo "$folder/ready"
printf '#!/bin/sh\necho ready >"%s"\n' "$folder/ready" >"$folder/say_ready"
chmod +x "$folder/say_ready"
printf '[autolaunch]\npath=%s\n' "$folder/say_ready" >"$folder/weston.ini"
weston --config="$folder/weston.ini" --backend=x11-backend.so --use-pixman --width=1600 --height=1000 \
    --socket="$WAYLAND_DISPLAY" --idle-time=0 \
    >"$folder/weston.log" 2>&1 &
# shellcheck disable=SC2034 # for who sources this
desktop=$!
read -r <"$folder/ready"
