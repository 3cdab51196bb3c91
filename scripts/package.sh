#!/usr/bin/env bash
# scripts/package.sh [--arch arm64]: installs what is missing, builds the programs in Release and makes of them, in build/package,
# Debian packages, an archive for other distributions, which can be unpacked anywhere, and a wheel of the Python package
# (CONTRIBUTING.md says how they are tested). With --arch arm64, compiles all for arm64. This needs an x86-64 machine, root and
# mmdebstrap.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case "$*" in
    "") preset=release in=() ;;
    "--arch arm64") preset=arm64 in=(scripts/arm64_root.sh) ;;
    *) echo "usage: scripts/package.sh [--arch arm64]" >&2; exit 2 ;;
esac
[ "$preset" != release ] || scripts/setup.sh core vulkan app python package
echo "package: building the programs"
"${in[@]}" cmake --preset "$preset" -DHUEDRIFT_VULKAN=ON -DHUEDRIFT_APP=ON >/dev/null
"${in[@]}" env NINJA_STATUS='[%f of %t, %e s] ' cmake --build --preset "$preset" --parallel "$(nproc)" --target programs
# The date in all files is that of the source, so that the same source gives the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
out=build/package
[ "$preset" = release ] || out=build/package-$preset
rm -rf "$out"
"${in[@]}" assets/package/make.sh "build/$preset" "$out"
ls -sh "$out"/*
