#!/usr/bin/env bash
# needs_no_newer_libc.sh FOLDER: whatever is in the archive in FOLDER runs with glibc 2.35 and the C++ library of GCC 12, which
# Ubuntu 22.04 has.
set -euo pipefail
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
tar --extract --directory "$tree" --file "$1"/huedrift-*.tar.xz
versions=$(find "$tree" -type f \( -name '*.so*' -o -perm -u+x \) -exec objdump -T {} + | grep -oE '\b(GLIBC|GLIBCXX|CXXABI)_[0-9.]+' | sort -u)
newest() { grep "^$1_" <<<"$versions" | sort -V | tail -1; }
echo "needed: $(newest GLIBC), $(newest GLIBCXX), $(newest CXXABI)"
[ "$( (newest GLIBC; echo GLIBC_2.35) | sort -V | tail -1)" = GLIBC_2.35 ]
[ "$( (newest GLIBCXX; echo GLIBCXX_3.4.30) | sort -V | tail -1)" = GLIBCXX_3.4.30 ]
[ "$( (newest CXXABI; echo CXXABI_1.3.13) | sort -V | tail -1)" = CXXABI_1.3.13 ]
