#!/usr/bin/env bash
# scripts/test.sh [--all [--lint-everything]]: installs what is missing, builds Release and runs every test. The last line says
# what was skipped and why; ctest's summary is above it.
# With --all, as in CI, each test runs once, in the build that finds most faults; Release runs only the tests that can differ
# there:
# - everything built by clang with asserts and shader reload, warnings being errors, under the address and undefined-behaviour
#   sanitizers, the tests of Vulkan and the window on Mesa's lavapipe; the lints, clang-tidy for the sources changed since the
#   branch left origin/main, on main itself since origin/linted (lint_base below), or with --lint-everything for all of them;
# - the tests in which threads meet, under the thread sanitizer, without Vulkan and the window;
# - WebAssembly: every row of golden.txt and the package in node, and the page in a browser;
# - Release: every SIMD level, every row of golden.txt, Vulkan beside the other engines, long comparisons, the Python package, and
#   the programs as they are installed.
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
run() {
    local status=0
    ctest --preset "$1" --parallel $((jobs + 1)) "${@:2}" || status=$?
    echo "test: $1: $(skipped "build/$1/Testing/Temporary/LastTest.log")"
    return "$status"
}

# check PRESET TARGETS [CTEST_OPTION...]: both.
check() {
    part "building $1" build "$1" "$2" -DHUEDRIFT_TESTS=ON
    part "testing $1" run "$1" "${@:3}"
}

# The commit that clang-tidy compares with; none: it checks everything. A branch is compared with origin/main. What is in main
# is compared with the branch linted, the last commit of main that passed all of this: the nightly run moves it after its tests
# (.github/workflows/test.yml), so that each commit is checked once, however many land in a day and however many nights fail. A
# copy of the repository without that branch has no nights: what landed there is new, so the last six hours of commits are checked.
lint_base() {
    local linted=origin/main last
    if git merge-base --is-ancestor HEAD origin/main 2>/dev/null; then linted=origin/linted; fi
    if git merge-base HEAD "$linted" 2>/dev/null; then return; fi
    last=$(git log -1 --format=%ct 2>/dev/null) || return 0
    git rev-list -1 --before=$((last - 6 * 3600)) HEAD
}

# Installs what the tests of WebAssembly need. It comes from Debian's security updates, which a mirror may lack.
web=yes
install_web() {
    scripts/setup.sh web && return
    web=
    echo "test: the compiler for WebAssembly cannot be installed, so the tests web.* are skipped"
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
part "installing for the web" install_web
# Long comparisons run the code of the shorter ones; lavapipe's other vector widths run other code of the driver only.
check asan "all benchmarks" -E 'Long$|vectors_of_|^library\.Golden$'
threads='^(base|dither|engines|labels|palette|pipeline|reduction|session)\.|^cpu\.(CpuEngine|VisitedTable)$'
threads+='|^library\.Library(Jobs|Threads)$|^image\.(LuminanceHistogram|Save|SmallestPng|Smooth)'
threads+='|^cli\.(Batch|InOrder|JobsOfReduce)$'
# These compare with a definition on one thread, or repeat others with more colours or recipes.
repeated='Reference|VeryMany|ChosenRadius|KeptOutputs|ExclusivePins'
check tsan "programs base_tests cli_tests cpu_tests dither_tests engines_tests image_tests labels_tests library_tests \
            palette_tests pipeline_tests reduction_tests session_tests" -R "$threads" -E "$repeated"
[ -z "$web" ] || part "building web" build web web
differs='^(assets|cpu|package|portability|gpu|python|web)\.|Long$|^repository\.(un)?hardened'
differs+='|^library\.(Golden|symbols|reads_and_writes_nothing)$|^engines\.(EngineEntries|MakeEngine)$'
differs+='|^app\.(end_to_end|no_display|signals|two_windows)'
part "building release" build release "programs golden_pictures library_confined assets_tests cpu_tests engines_tests gpu_tests \
                                               library_tests" -DHUEDRIFT_TESTS=ON
printf 'test: %s\n' "${times[@]}" "testing release is the last:"
run release -R "$differs"
