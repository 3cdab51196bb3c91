#!/usr/bin/env bash
# scripts/arm64_root.sh COMMAND [WORD...]: runs a command in a separate Debian 12 system, build/arm64-root, with the compiler and
# the libraries for arm64 and build tools for this machine. The repository is mounted there under the same path, so build results
# stay. The first call installs that system. Needs root, mmdebstrap and a mirror; installs nothing on the machine itself.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
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

# Install libraries and headers for arm64, except packages that are the same for every architecture.
packages=(crossbuild-essential-arm64 qemu-user-static)
everywhere=' libcli11-dev nlohmann-json3-dev '
while read -r package; do
    case "$package" in
        g++ | mesa-* | fonts-* | libdecor-*) ;; # another compiler, and packages used only at run time
        lib*-dev | zlib1g-dev)
            [[ $everywhere == *" $package "* ]] && packages+=("$package") || packages+=("$package:arm64") ;;
        *) packages+=("$package") ;;
    esac
done < <(awk '/^\[/ { wanted = /core|vulkan|app|python|package/ } /^[a-z]/ && wanted { print $1 }' third_party/debian-packages.txt)
included=$(IFS=,; echo "${packages[*]}")

if [ "$(cat "$root/packages" 2>/dev/null)" != "$included" ]; then
    echo "arm64_root: installing a Debian system with a compiler for arm64 in $root (takes minutes)"
    rm -rf "$root"
    mkdir -p build
    mmdebstrap --quiet --mode=root --variant=apt --architectures=amd64,arm64 --include="$included" bookworm "$root"
    echo "$included" >"$root/packages"
fi
# Only this command sees the mounts, and they end with it.
exec unshare --mount --propagation private "scripts/${0##*/}" --mounted "$@"
