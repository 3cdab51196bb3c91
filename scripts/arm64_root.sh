#!/usr/bin/env bash
# arm64_root.sh COMMAND [WORD...]: runs a command in a Debian 12 of its own, build/arm64-root, which has the compiler for arm64
# and the arm64 libraries beside this machine's tools. This folder is there under its own name, so what is built in it
# stays. The first call makes that Debian, with root, mmdebstrap and a mirror; the machine itself gets no package.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD/build/arm64-root
if [ "${1-}" = --mounted ]; then
    shift
    mkdir -p "$root$PWD"
    mount --bind "$PWD" "$root$PWD"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    exec chroot "$root" env --ignore-environment --chdir="$PWD" PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        ${SOURCE_DATE_EPOCH:+"SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH"} "$@"
fi
if [ "$(id -u)" -ne 0 ]; then echo "arm64_root: this needs root" >&2; exit 1; fi
command -v mmdebstrap >/dev/null || { echo "arm64_root: this needs the Debian package mmdebstrap" >&2; exit 1; }

# Libraries are for arm64, and so are headers, except for packages that are the same on every machine.
packages=(crossbuild-essential-arm64 qemu-user-static)
everywhere=' libcli11-dev nlohmann-json3-dev '
while read -r package; do
    case "$package" in
        g++ | mesa-* | fonts-* | libdecor-*) ;; # another compiler; what is used at run time only
        lib*-dev | zlib1g-dev)
            [[ $everywhere == *" $package "* ]] && packages+=("$package") || packages+=("$package:arm64") ;;
        *) packages+=("$package") ;;
    esac
done < <(awk '/^\[/ { wanted = /core|vulkan|app|package/ } /^[a-z]/ && wanted { print $1 }' third_party/debian-packages.txt)
included=$(IFS=,; echo "${packages[*]}")

if [ "$(cat "$root/packages" 2>/dev/null)" != "$included" ]; then
    echo "arm64_root: making a Debian with a compiler for arm64 in $root (minutes)"
    rm -rf "$root"
    mkdir -p build
    mmdebstrap --quiet --mode=root --variant=apt --architectures=amd64,arm64 --include="$included" bookworm "$root"
    echo "$included" >"$root/packages"
fi
# The mounts are seen by this command only and end with it.
exec unshare --mount --propagation private "scripts/${0##*/}" --mounted "$@"
