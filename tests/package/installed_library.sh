#!/usr/bin/env bash
# installed_library.sh CMAKE BUILD CC CXX: from wherever `cmake --install` put it, a C program finds the library by pkg-config and by
# CMake, compiles without warnings, and makes the same pixels as huedrift-cli; the header compiles as C++11, too.
set -euo pipefail
cmake=$1 build=$2 cc=$3 cxx=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for component in library development; do
    "$cmake" --install "$build" --component "$component" --prefix "$work/before" >/dev/null
done
mv "$work/before" "$work/after"
cd "$work"
example=$work/after/share/doc/libhuedrift-dev/examples/quantize_ppm.c
configuration=$(find after -name huedrift.pc)
export PKG_CONFIG_PATH=$work/${configuration%/*}
export LD_LIBRARY_PATH=$work/${configuration%/pkgconfig/*}
strict=(-Wall -Wextra -Wpedantic -Werror)
read -ra flags <<<"$(pkg-config --cflags --libs huedrift)"

"$cc" -std=c99 "${strict[@]}" "$example" -o by_pkgconfig "${flags[@]}"
echo '#include <huedrift.h>' >header.cpp
"$cxx" -std=c++11 "${strict[@]}" -fsyntax-only header.cpp "${flags[@]}"

mkdir project
cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(user LANGUAGES C)
set(CMAKE_C_STANDARD 99)
find_package(huedrift 1.0 REQUIRED)
add_executable(by_cmake $example)
target_link_libraries(by_cmake PRIVATE huedrift::huedrift)
END
{
    "$cmake" -S project -B project/build -DCMAKE_PREFIX_PATH="$work/after" -DCMAKE_C_COMPILER="$cc"
    "$cmake" --build project/build
} >log 2>&1 || { cat log >&2; exit 1; }

# 64 x 48 pixels of many colours.
{
    printf 'P6\n64 48\n255\n'
    LC_ALL=C awk 'BEGIN { for (y = 0; y < 48; ++y) for (x = 0; x < 64; ++x) printf "%c%c%c", 3 * x + 1, 5 * y + 1, (x * y) % 199 + 1 }'
} >source.ppm
"$build/bin/huedrift-cli" reduce source.ppm -o expected.pam --colors 12 --quiet
for program in ./by_pkgconfig project/build/by_cmake; do
    "$program" 12 <source.ppm >reduced.ppm
    cmp <(tail -c 9216 reduced.ppm) <(tail -c 9216 expected.pam)
    "$program" 12 indices <source.ppm >indices.pgm
    [ "$(tail -c 3072 indices.pgm | od -An -v -tu1 -w1 | sort -u | wc -l)" = 12 ]
done
# Errors end the example with the sentence of the library.
if ./by_pkgconfig 0 <source.ppm >none 2>sentence; then exit 1; fi
grep -q '^quantize_ppm: .*color' sentence
if ./by_pkgconfig 12 </dev/null 2>/dev/null; then exit 1; fi
