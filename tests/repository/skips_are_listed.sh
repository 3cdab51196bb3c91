#!/usr/bin/env bash
# skips_are_listed.sh TEST_SH: scripts/test.sh finds in ctest's own log what was skipped and why, in the words of scripts, GoogleTest
# and Python.
set -euo pipefail
test_sh=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
eval "$(sed -n '/^skipped() {$/,/^}$/p' "$test_sh")"
expect() {
    ctest --test-dir "$work" >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
    local found
    found=$(skipped "$work/Testing/Temporary/LastTest.log")
    [ "$found" = "$1" ] || { printf 'found    %s\nexpected %s\n' "$found" "$1"; exit 1; }
}

echo 'add_test(whole "echo" "all is well")' >"$work/CTestTestfile.cmake"
expect "nothing was skipped"
cat >>"$work/CTestTestfile.cmake" <<'END'
add_test(script "sh" "-c" "echo 'skipped: abidiff is not installed'; exit 77")
set_tests_properties(script PROPERTIES SKIP_RETURN_CODE 77)
add_test(suite "printf" "window_test.cpp:9: Skipped\nthere is no (good) display\n\n[  PASSED  ] 2 tests.\n")
add_test(python "echo" "test_calls (stubs_test.Mypy) ... skipped 'mypy is not installed'")
add_test(other "printf" "skipped: abidiff is not installed\nskipped: fish is not installed\n")
END
expect "skipped: script, other (abidiff is not installed); suite (there is no (good) display); python (mypy is not installed); \
other (fish is not installed)"
