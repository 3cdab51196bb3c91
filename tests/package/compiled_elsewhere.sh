#!/usr/bin/env bash
# compiled_elsewhere.sh SOURCE BUILD: the sources in the folder SOURCE, compiled anew in another one, install byte for byte what is
# installed from the build folder BUILD, which has the preset release.
set -euo pipefail
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy=$work/of/a/longer/name/huedrift
mkdir -p "$copy"
tar --create --directory "$source" --exclude=./build --exclude=./.git . | tar --extract --directory "$copy"
export CCACHE_DISABLE=1
(cd "$copy" && cmake --preset release -DHUEDRIFT_VULKAN=ON -DHUEDRIFT_APP=ON && cmake --build --preset release --target programs) \
    >"$work/log" 2>&1 || { tail -50 "$work/log" >&2; exit 1; }
cmake --install "$build" --prefix "$work/here" >/dev/null
cmake --install "$copy/build/release" --prefix "$work/there" >/dev/null
diff -r "$work/here" "$work/there"
echo "the same: $(find "$work/here" -type f | wc -l) files"
