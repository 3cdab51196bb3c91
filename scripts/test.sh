#!/usr/bin/env bash
# scripts/test.sh [--all [--lint-everything]]: installs what is missing, builds Release and runs every test. The last line says
# what was skipped and why; ctest's summary is above it.
# With --all, as in CI, each test runs once, in the build that finds most faults; Release runs only the tests that can differ
# there:
# - everything built by clang with shader reload, warnings being errors, under the address and undefined-behaviour
#   sanitizers, the tests of Vulkan and the window on Mesa's lavapipe; the lints, clang-tidy for the sources changed since the
#   branch left origin/main (on main itself, within six hours before its last commit), or with --lint-everything for all of them;
# - the tests in which threads meet, under the thread sanitizer, without Vulkan and the window;
# - Release: every SIMD level, Vulkan beside the other engines, long comparisons, the Python module, and the programs as they are
#   installed.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)
times=()

# part NAME COMMAND...: runs the command and notes how long it took.
part() {
    local name=$1 begun=$SECONDS
    shift
    "$@"
    times+=("$(printf '%4d s  %s' $((SECONDS - begun)) "$name")")
}

# build PRESET TARGETS [-DNAME=VALUE...]: configures the preset and builds the targets, in words.
build() {
    local preset=$1 targets
    read -ra targets <<<"$2"
    shift 2
    echo "test: building the $preset preset"
    cmake --preset "$preset" "$@"
    NINJA_STATUS='[%f of %t, %e s] ' cmake --build --preset "$preset" --parallel "$jobs" --target "${targets[@]}"
}

# skipped LOG: what the tests in ctest's log skipped, each reason with the names of its tests: of scripts ("skipped: reason"), of
# GoogleTest (a line after "Skipped") and of Python ("test ... skipped 'reason'").
skipped() {
    awk '
        /^[0-9]+\/[0-9]+ Test: / { test = $3 }
        /^Command: / { next }
        follows { reason = $0 }
        { follows = /: Skipped$/ }
        /^skipped: / { reason = substr($0, 10) }
        match($0, / \.\.\. skipped ./) { reason = substr($0, RSTART + RLENGTH, length($0) - RSTART - RLENGTH) }
        reason != "" {
            if (!(reason in tests)) reasons[++count] = reason
            if (tests[reason] !~ "(^|, )" test "($|, )") tests[reason] = tests[reason] (tests[reason] == "" ? "" : ", ") test
            reason = ""
        }
        END {
            for (i = 1; i <= count; ++i) printf "%s%s (%s)", i == 1 ? "skipped: " : "; ", tests[reasons[i]], reasons[i]
            print count ? "" : "nothing was skipped"
        }' "$1"
}

# run PRESET [CTEST_OPTION...]: one test more at a time than there are cores, as tests wait for other programs and events.
# A window gets its events and frames in time only from a machine that has time: where nothing else failed, the tests of the
# window that did are run once more, alone.
run() {
    local status=0 logs=build/$1/Testing/Temporary summary
    rm -f "$logs/LastTestsFailed.log"
    ctest --preset "$1" --parallel $((jobs + 1)) "${@:2}" || status=$?
    summary="test: $1: $(skipped "$logs/LastTest.log")"
    if [ "$status" != 0 ] && [ -s "$logs/LastTestsFailed.log" ] && ! grep -qv ':app\.' "$logs/LastTestsFailed.log"; then
        echo "test: once more, alone: $(cut -d: -f2 "$logs/LastTestsFailed.log" | paste -sd " ")"
        status=0
        ctest --preset "$1" --parallel 1 --rerun-failed || status=$?
    fi
    echo "$summary"
    return "$status"
}

# check PRESET TARGETS [CTEST_OPTION...]: both.
check() {
    part "building $1" build "$1" "$2" -DHUEDRIFT_TESTS=ON
    part "testing $1" run "$1" "${@:3}"
}

# The commit that clang-tidy compares with; none without git.
lint_base() {
    local base
    git rev-parse --verify --quiet HEAD >/dev/null || return 0
    base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git rev-list -1 --before=$(($(git log -1 --format=%ct) - 6 * 3600)) HEAD)
    fi
    echo "$base"
}

case "$*" in
    "")
        part installing scripts/setup.sh core vulkan app python test
        part "building release" build release all -DHUEDRIFT_TESTS=ON
        part "testing release" run release
        exit
        ;;
    --all) HUEDRIFT_LINT_BASE=$(lint_base) ;;
    "--all --lint-everything") HUEDRIFT_LINT_BASE="" ;;
    *) echo "usage: scripts/test.sh [--all [--lint-everything]]" >&2; exit 2 ;;
esac
export HUEDRIFT_LINT_BASE
part installing scripts/setup.sh
# Long comparisons run the code of the shorter ones; lavapipe's other vector widths run other code of the driver only.
check asan "all benchmarks" -E 'Long$|vectors_of_'
threads='^(base|dither|engines|labels|palette|pipeline|reduction|session)\.|^cpu\.(CpuEngine|VisitedTable)$'
threads+='|^library\.Library(Jobs|Threads)$|^image\.(LuminanceHistogram|Save|SmallestPng|Smooth)'
threads+='|^cli\.(Batch|InOrder|JobsOfReduce)$'
# Suites with these names compare with a definition on one thread, or repeat others with more colours.
check tsan "programs base_tests cli_tests cpu_tests dither_tests engines_tests image_tests labels_tests library_tests \
            palette_tests pipeline_tests reduction_tests session_tests" -R "$threads" -E 'Reference|VeryMany|ChosenRadius'
differs='^(assets|cpu|package|portability|gpu|python)\.|Long$|^repository\.(un)?hardened'
differs+='|^library\.(symbols|reads_and_writes_nothing)$|^engines\.(EngineEntries|MakeEngine)$|^app\.(end_to_end|no_display|signals|two_windows)'
part "building release" build release "programs golden_pictures library_confined assets_tests cpu_tests engines_tests gpu_tests \
                                               library_tests" -DHUEDRIFT_TESTS=ON
printf 'test: %s\n' "${times[@]}" "testing release is the last:"
run release -R "$differs"
