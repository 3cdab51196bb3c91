#!/usr/bin/env bash
# Installs what is missing, builds the programs in Release and makes of them, in build/package, a Debian package and an
# archive for other distributions, which can be unpacked anywhere (CONTRIBUTING.md says how both are tested).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup.sh core vulkan app package
echo "package: building the programs"
cmake --preset release -DHUEDRIFT_VULKAN=ON -DHUEDRIFT_APP=ON >/dev/null
NINJA_STATUS='[%f of %t, %e s] ' cmake --build --preset release --parallel "$(nproc)" --target programs
# The date in both files is that of the source, so that the same source gives the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
rm -rf build/package
assets/package/make.sh build/release build/package
ls -sh build/package/*
