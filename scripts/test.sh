#!/usr/bin/env bash
# Installs what is missing, builds Release and runs every test; the last lines are ctest's summary.
# With --all, which is what CI runs, before that: everything by clang under the address and undefined-behaviour
# sanitizers, with the lints among the tests; everything but Vulkan and the window under the thread sanitizer; the tests
# that need shaders compiled at run time. Warnings are errors in all of it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)

# check PRESET [-DNAME=VALUE...]: builds the preset and runs its tests.
check() {
    echo "test: building and testing the $1 preset"
    cmake --preset "$@"
    NINJA_STATUS='[%f of %t, %e s] ' cmake --build --preset "$1" --parallel "$jobs"
    ctest --preset "$1" --parallel "$jobs"
}

case "${1-}" in
    "")
        scripts/setup.sh core vulkan app test
        check release -DHUEDRIFT_TESTS=ON
        ;;
    --all)
        scripts/setup.sh
        check asan
        check tsan
        echo "test: building and testing with shaders compiled at run time"
        cmake --preset release -DHUEDRIFT_TESTS=ON -DHUEDRIFT_WERROR=ON -DHUEDRIFT_SHADER_RELOAD=ON
        cmake --build --preset release --parallel "$jobs"
        ctest --preset release --parallel "$jobs" -R ShaderReload --no-tests=error
        check release -DHUEDRIFT_SHADER_RELOAD=OFF
        ;;
    *) echo "usage: scripts/test.sh [--all]" >&2; exit 2 ;;
esac
