#!/usr/bin/env bash
# abi.sh CC [--write]: the C interface is the one in src/library/huedrift.abi, which programs compiled earlier rely on. After an
# addition, --write brings the file up to date; its diff must show nothing but new lines. The types are those of functions without
# content, compiled for that, as the library has no debug information; library.symbols compares the names with the library's.
# Skipped on other machines than x86-64.
set -euo pipefail
cc=$1 mode=${2-}
source=$(realpath -- "$(dirname -- "$0")/../../src/library")
[ "$(uname -m)" = x86_64 ] || { echo "skipped: the types are those of x86-64"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

{
    echo '#include "huedrift.h"'
    sed 's,/\*.*\*/,,; /\/\*/,/\*\//d; /^typedef/d' "$source/huedrift.h" |
        sed -n '/^[a-z].*huedrift_[a-z_0-9]*(/ { :joined; /;/!{ N; b joined }; s/;/ { for (;;) { } }/; p }'
} >interface.c
"$cc" -g -shared -fPIC -w -I"$source" -Wl,-soname,libhuedrift.so.1 "-Wl,--version-script=$source/huedrift.map" \
    interface.c -o libhuedrift.so.1
if [ "$mode" = --write ]; then
    abidw --no-corpus-path --no-comp-dir-path --no-show-locs --out-file "$source/huedrift.abi" libhuedrift.so.1
fi
abidiff "$source/huedrift.abi" libhuedrift.so.1
[ "$(grep -c "<elf-symbol name='huedrift_" "$source/huedrift.abi")" -gt 30 ]
