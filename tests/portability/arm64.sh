#!/usr/bin/env bash
# arm64.sh SOURCE BUILD: runs the archive that `scripts/package.sh --arch arm64` made in qemu-user. It must give the same bytes
# as the programs in BUILD for the sample, and as docs/portability.md for ten drawn pictures. The library in the wheel must run,
# too. Skipped without the archive, qemu, or the compiler and C++ library for arm64.
set -euo pipefail
source=$1 build=$2
skip() { echo "skipped: $1"; exit 77; }
qemu=$(command -v qemu-aarch64-static) || skip "qemu-user-static is not installed"
compiler=$(command -v aarch64-linux-gnu-gcc) || skip "g++-aarch64-linux-gnu is not installed"
[ -e /usr/aarch64-linux-gnu/lib/libstdc++.so.6 ] || skip "g++-aarch64-linux-gnu is not installed"
archive=$(echo "$source"/build/package-arm64/huedrift-*-linux-aarch64.tar.xz)
[ -e "$archive" ] || skip "scripts/package.sh --arch arm64 made no archive"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar --extract --directory "$work" --strip-components=1 --file "$archive"
file "$work/bin/huedrift-cli" | grep -q 'ARM aarch64'
echo "qemu-user cannot load system-call filters, so the decoders are not confined here; image.*CallFilter* checks the filter"
"$source/tests/portability/emulated.sh" "$work" "$compiler" "$qemu" -L /usr/aarch64-linux-gnu
cli=$work/bin/huedrift-cli

reduce_sample() { # CLI OUT
    mkdir "$2"
    "$1" reduce "$build/sample.png" -o "$2/few.png" --engine cpu --quiet
    "$1" reduce "$build/sample.png" -o "$2/poster.jpg" --engine cpu --quiet --look poster --svg "$2/poster.svg"
    "$1" reduce "$2/poster.jpg" -o "$2/dithered.webp" --engine cpu --quiet --colors 16 --smooth 1 --dither ordered \
        --palette "$2/dithered.gpl"
}
"$cli" devices | grep NEON
reduce_sample "$build/bin/huedrift-cli" "$work/here"
reduce_sample "$cli" "$work/there"
diff -r "$work/here" "$work/there"
python3 "$source/scripts/portability.py" "$cli" --where qemu

python3 -m zipfile --extract "${archive%/*}"/huedrift-*_aarch64.whl "$work/wheel"
wheel=$work/wheel/huedrift
"$compiler" "-I$source/src/library" "$source/src/python/setting_rows.c" "$wheel/libhuedrift.so.1" "-Wl,-rpath,$wheel,--allow-shlib-undefined" \
    -o "$work/setting_rows"
"$qemu" -L /usr/aarch64-linux-gnu "$work/setting_rows" | diff - "$build/src/python/setting_rows.txt"
