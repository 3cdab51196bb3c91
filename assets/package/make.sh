#!/usr/bin/env bash
# make.sh BUILD OUT: makes the Debian packages, and the archive of the programs that can be unpacked anywhere, from the build
# folder BUILD, into the folder OUT. SOURCE_DATE_EPOCH is the date in both; the same programs give the same bytes.
set -euo pipefail
build=$(realpath -- "$1")
here=$(dirname -- "$(realpath -- "$0")")
mkdir -p -- "$2"
out=$(realpath -- "$2")
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints a variable of the build. Works for another architecture, too, as it runs no program of the build.
of_build() { sed -n "s/^set($1 \"\(.*\)\")$/\1/p" "$build/CPackConfig.cmake"; }
architecture=$(of_build CPACK_DEBIAN_PACKAGE_ARCHITECTURE)
[ -z "$architecture" ] || export DEB_HOST_ARCH=$architecture # for dpkg-shlibdeps
cpack --config "$build/CPackConfig.cmake" -B "$work/deb" >"$work/log" || { cat "$work/log" >&2; exit 1; }
mv "$work"/deb/*.deb "$out"

name=$(of_build CPACK_PACKAGE_FILE_NAME)
cmake --install "$build" --component programs --prefix "$work/$name" --strip >"$work/log" || { cat "$work/log" >&2; exit 1; }
cmake -DTREE="$work/$name" -DOBJDUMP="$(of_build CPACK_HUEDRIFT_OBJDUMP)" -P "$here/carry_libraries.cmake"
tar --create --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$name" |
    xz --threads=1 >"$out/$name.tar.xz"
