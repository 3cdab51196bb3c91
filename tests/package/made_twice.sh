#!/usr/bin/env bash
# made_twice.sh MAKE BUILD OUT: makes the packages into OUT, and again in another folder, language, time zone and with other
# permissions of new files: the same bytes.
set -euo pipefail
make=$1 build=$2 out=$3
export SOURCE_DATE_EPOCH=1767225600
again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT
rm -rf "$out"
"$make" "$build" "$out"
(umask 077; LC_ALL=C.UTF-8 TZ=Asia/Kolkata "$make" "$build" "$again")
for file in "$out"/*; do cmp "$file" "$again/${file##*/}"; done
