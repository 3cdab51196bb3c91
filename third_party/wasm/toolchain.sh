#!/usr/bin/env bash
# toolchain.sh: makes in build/wasm-toolchain what Debian's packages for WebAssembly lack, for the preset web (toolchain.cmake);
# scripts/setup.sh web installs the packages and runs it. It does nothing if all is there already.
#
# Debian's libc++abi for wasm32 is built without exceptions. The sources for them lie in the package emscripten, which is fetched
# and unpacked, not installed: its dependencies have 1 GB. They need C++14 (std::unexpected_handler). The older encoding of
# exceptions is that of every browser of the last years and of node 20. There are no threads: the module has one, in a Worker.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=$PWD/build/wasm-toolchain
[ ! -e "$out/libexceptions.a" ] || exit 0
echo "setup: making the exceptions of WebAssembly from the sources in Debian's package emscripten"
mkdir -p "$out/include"
cd "$out"
apt-get download -qq emscripten 2>apt.log || { cat apt.log >&2; exit 1; }
lib=usr/share/emscripten/system/lib
dpkg-deb --fsys-tarfile emscripten_*.deb | tar -x "./$lib/libcxxabi" "./$lib/libunwind"
rm emscripten_*.deb
: >include/__threading_support
common=(--target=wasm32-wasi -Wno-deprecated -O2 -fwasm-exceptions -mllvm -wasm-use-legacy-eh=true)
abi=(-w -D__USING_WASM_EXCEPTIONS__ -D_LIBCXXABI_HAS_NO_THREADS -DNDEBUG -D_LIBCXXABI_BUILDING_LIBRARY
     -D_LIBCPP_INLINE_VISIBILITY= "-I$lib/libcxxabi/src" "-I$lib/libcxxabi/src/include" -Iinclude)
for file in cxa_exception cxa_exception_storage cxa_personality cxa_aux_runtime; do
    clang++-22 "${common[@]}" "${abi[@]}" -std=c++14 -stdlib=libc++ -c "$lib/libcxxabi/src/$file.cpp" -o $file.o
done
clang-22 "${common[@]}" "${abi[@]}" "-I$lib/libunwind/include" -fdeclspec -D__EMSCRIPTEN__ -c "$lib/libunwind/src/Unwind-wasm.c" \
    -o unwind.o
printf '\t.tagtype __cpp_exception i32\n\t.globl __cpp_exception\n__cpp_exception:\n' >tag.s
clang-22 --target=wasm32-wasi -Wno-deprecated -mexception-handling -c tag.s -o tag.o
ar crs libexceptions.a ./*.o
