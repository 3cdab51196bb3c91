#!/usr/bin/env bash
# scripts/web.sh [PORT]: installs what is missing, builds the page and the package for npm, and serves the page on localhost.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup.sh core web
cmake --preset web
cmake --build --preset web --parallel "$(nproc)" --target web
echo "web: the package for npm is in build/web/web/npm, the page in build/web/web/page; Ctrl-C ends the server"
exec node web/serve.mjs build/web/web/page "${1:-8000}"
