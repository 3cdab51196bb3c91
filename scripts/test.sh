#!/usr/bin/env bash
# Installs what is missing, builds Release and runs every test; the last lines are ctest's summary.
# With --all, which is what CI runs, before that: everything built by clang, with warnings as errors, and what computes
# on no Vulkan device under the address and undefined-behaviour sanitizers; the modules with threads of their own under
# the thread sanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)

# build PRESET [-DNAME=VALUE...] [-- TARGET...]: configures the preset and builds it, or these targets of it.
build() {
    local preset=$1 options=() targets=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -eq 0 ] || { shift; targets=(--target "$@"); }
    echo "test: building the $preset preset"
    cmake --preset "$preset" "${options[@]}"
    NINJA_STATUS='[%f of %t, %e s] ' cmake --build --preset "$preset" --parallel "$jobs" "${targets[@]}"
}

# Drivers and layers keep memory that the leak check takes for ours, and the window's tests replace operator new.
on_a_device='^(app|bench|engines|gpu|soak|vulkan)\.|OfBenchTellsTheStagesOfEveryDevice'

case "${1-}" in
    "")
        scripts/setup.sh core vulkan app test
        ;;
    --all)
        scripts/setup.sh
        build asan
        ctest --preset asan --parallel "$jobs" -E "$on_a_device|repository\.clang_tidy"
        build tsan -- base_tests reduction_tests cpu_tests
        ctest --preset tsan --parallel "$jobs" -R '^(base|reduction|cpu)\.'
        ;;
    *) echo "usage: scripts/test.sh [--all]" >&2; exit 2 ;;
esac
build release -DHUEDRIFT_TESTS=ON
ctest --preset release --parallel "$jobs"
