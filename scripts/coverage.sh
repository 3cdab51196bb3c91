#!/usr/bin/env bash
# scripts/coverage.sh: which lines of src/ the tests run: builds with counters, runs every test and prints the share of each file
# and of all. Files below 80 %, worst first, are named once more at the end; CONTRIBUTING.md says why they are.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
[ $# -eq 0 ] || { echo "usage: scripts/coverage.sh" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup.sh
cmake --preset coverage
cmake --build --preset coverage --parallel "$(nproc)"
find build/coverage -name '*.gcda' -delete
ctest --preset coverage --parallel "$(nproc)" || echo "coverage: some tests failed; what they ran still counts" >&2
report=build/coverage/coverage
gcovr --root . --filter src/ --object-directory build/coverage --exclude-throw-branches --csv "$report.csv" --txt "$report.txt"
cat "$report.txt"
echo "coverage: below 80 %:"
awk -F, 'NR > 1 && $4 < 0.8 { printf "%5.1f %% of %4d lines  %s\n", 100 * $4, $2, $1 }' "$report.csv" | sort -n
