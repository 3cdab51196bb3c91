#!/usr/bin/env bash
# Installs what is missing, builds Release and runs every test; the last lines are ctest's summary.
# With --all, which is what CI runs, before that:
# - everything built by clang with shader reload, warnings being errors, its lints, and its tests under the address and
#   undefined-behaviour sanitizers, those of Vulkan and the window on Mesa's lavapipe;
# - everything built without Vulkan and the window, its tests under the thread sanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)

# check PRESET [-DNAME=VALUE...] [-- CTEST_OPTION...]: configures the preset, builds it and runs its tests.
check() {
    local preset=$1 options=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -eq 0 ] || shift
    echo "test: building the $preset preset"
    cmake --preset "$preset" "${options[@]}"
    local targets=(all)
    [ "$preset" != asan ] || targets+=(benchmarks)
    NINJA_STATUS='[%f of %t, %e s] ' cmake --build --preset "$preset" --parallel "$jobs" --target "${targets[@]}"
    # One more than there are cores: tests wait for other programs and for events.
    ctest --preset "$preset" --parallel $((jobs + 1)) "$@"
}

case "${1-}" in
    "")
        scripts/setup.sh core vulkan app test
        ;;
    --all)
        scripts/setup.sh
        # Skip the longest comparisons (suites named ...Long), as the shorter ones run the same code, and lavapipe's other
        # vector widths, which run other code of the driver only.
        check asan -- -E 'Long\.|vectors_of_'
        # But for what takes minutes there and lets no other threads meet: damaged files, comparisons with brute force,
        # whose colours fit into one task, and with other programs; commands that do one thing; the largest pictures.
        slow='^(fuzz|repository|assets|corpus|soak|portability)\.|Long\.|Reference|Definition|EverySimdLevel|Damaged|Checksum'
        slow+='|EveryModeIs|AimsWithFew|SharedPalette|ReadBackByAnother|OfManyColors'
        slow+='|cli\.([a-z_]+$|Report|ReduceCommand|ReduceAnimation|ExitCode|AwkwardFiles|By|ReducePixels|Parts)'
        check tsan -- -E "$slow"
        ;;
    *) echo "usage: scripts/test.sh [--all]" >&2; exit 2 ;;
esac
check release -DHUEDRIFT_TESTS=ON
