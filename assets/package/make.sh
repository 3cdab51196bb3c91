#!/usr/bin/env bash
# make.sh BUILD OUT: makes the Debian packages, the archive of the programs that can be unpacked anywhere, and the wheel of the Python
# package, from the build folder BUILD, into the folder OUT. SOURCE_DATE_EPOCH is the date in all; the same programs give the same
# bytes.
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

install_component() { # NAME PREFIX
    cmake --install "$build" --component "$1" --prefix "$2" --strip >"$work/log" || { cat "$work/log" >&2; exit 1; }
}
carry_libraries() { # FOLDER COPYRIGHTS PREFIX FILES
    cmake -DFOLDER="$1" -DCOPYRIGHTS="$2" -DPREFIX="$3" -DFILES="$4" -DOBJDUMP="$(of_build CPACK_HUEDRIFT_OBJDUMP)" \
        -P "$here/carry_libraries.cmake"
}

name=$(of_build CPACK_PACKAGE_FILE_NAME)
tree=$work/$name
install_component programs "$tree"
carry_libraries "$tree/lib/huedrift" "$tree/share/doc/huedrift/libraries" "" "$tree/bin/*;$tree/libexec/huedrift/*"
tar --create --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$name" |
    xz --threads=1 >"$out/$name.tar.xz"

python=$(of_build CPACK_HUEDRIFT_PYTHON)
[ -n "$python" ] || exit 0
wheel=$work/wheel
install_component python "$work/python"
install_component library "$work/library"
mkdir -p "$wheel/licences"
mv "$work"/python/*/*/*/huedrift "$wheel"
cp -L "$work"/library/lib/*/libhuedrift.so.? "$wheel/huedrift"
cp "$here/copyright" "$wheel/licences/huedrift"
carry_libraries "$wheel/huedrift" "$wheel/licences" huedrift- "$wheel/huedrift/libhuedrift.so.?"
# The tag says the oldest C library for it, at most that of this system.
glibc=$(getconf GNU_LIBC_VERSION | sed 's/glibc //; s/\./_/')
python3 "$here/wheel.py" "$wheel" "$(of_build CPACK_PACKAGE_VERSION)" "$python" "manylinux_${glibc}_${name##*-}" "$out" \
    "$(of_build CPACK_DEBIAN_PACKAGE_HOMEPAGE)"
