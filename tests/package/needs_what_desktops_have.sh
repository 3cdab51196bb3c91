#!/usr/bin/env bash
# needs_what_desktops_have.sh FOLDER: each library that a program or library of the archive in FOLDER names is in the archive or
# has the same name on every desktop since Ubuntu 22.04 and Debian 12; and the command line with its decoders needs no desktop.
set -euo pipefail
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
tar --extract --directory "$tree" --file "$1"/huedrift-*.tar.xz
cd "$tree"/huedrift-*

# The C and C++ libraries; scripts/distributions.py checks their versions.
everywhere=(ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libgcc_s.so.1 libstdc++.so.6)
desktop=(
    libvulkan.so.1 libdrm.so.2 libgbm.so.1                              # must fit the drivers of the graphics card
    libX11.so.6 libxcb.so.1                                             # the display, and what its drivers load, too
    libwayland-client.so.0 libwayland-cursor.so.0 libwayland-egl.so.1   # the same; libwayland-egl must fit the drivers
    libasound.so.2                                                      # finds its plugins in the system's own folders
    libglib-2.0.so.0 libgobject-2.0.so.0 libgio-2.0.so.0                # once in a process: the system's portals load it
)
failed=0
declare -A looked_at
# The libraries that FILE names, and those that they name: all are in the archive or among ALLOWED.
check() { # FILE ALLOWED...
    local file=$1 needed
    shift
    looked_at[$file]=1
    for needed in $(objdump -p "$file" | awk '$1 == "NEEDED" { print $2 }'); do
        if [ -e "lib/huedrift/$needed" ]; then
            [ -n "${looked_at[lib/huedrift/$needed]-}" ] || check "lib/huedrift/$needed" "$@"
        elif [[ " $* " != *" $needed "* ]]; then
            echo "$file needs $needed, which is not in the archive" >&2
            failed=1
        fi
    done
}
for program in bin/huedrift-cli libexec/huedrift/*; do check "$program" "${everywhere[@]}"; done
for file in bin/huedrift lib/huedrift/*; do check "$file" "${everywhere[@]}" "${desktop[@]}"; done
echo "${#looked_at[@]} programs and libraries looked at"
[ "$failed" = 0 ] && [ "${#looked_at[@]}" -gt 10 ]
