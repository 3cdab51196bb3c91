#!/usr/bin/env bash
# Installs what is missing, builds Release and runs every test; the last lines are ctest's summary.
# With --sanitizers the tests of the rooms below the programs run before that under ASan + UBSan and under TSan as
# well: without Vulkan, whose drivers are not built with sanitizers, and without the tests that run the program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sanitizers=()
case "${1-}" in
    "") ;;
    --sanitizers) sanitizers=(asan tsan) ;;
    *) echo "usage: scripts/test.sh [--sanitizers]" >&2; exit 2 ;;
esac

scripts/setup.sh
jobs=$(nproc)
declare -A rooms_of=([asan]="base color image reduction cpu" [tsan]="base reduction cpu") # tsan: those with threads
for preset in "${sanitizers[@]}"; do
    echo "test: building and testing the $preset preset"
    read -ra rooms <<< "${rooms_of[$preset]}"
    cmake --preset "$preset" -DHUEDRIFT_TESTS=ON -DHUEDRIFT_VULKAN=OFF
    cmake --build --preset "$preset" --parallel "$jobs" --target "${rooms[@]/%/_tests}"
    ctest --preset "$preset" --parallel "$jobs" -R "^($(IFS='|'; echo "${rooms[*]}"))\\."
done

echo "test: building and testing the release preset"
cmake --preset release -DHUEDRIFT_TESTS=ON
cmake --build --preset release --parallel "$jobs"
ctest --preset release --parallel "$jobs"
