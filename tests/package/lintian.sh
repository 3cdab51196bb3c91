#!/usr/bin/env bash
# lintian.sh FOLDER: Debian's checker has nothing to say against the package in FOLDER.
set -euo pipefail
command -v lintian >/dev/null || { echo "skipped: lintian is not installed"; exit 77; }
lintian --allow-root --tag-display-limit 0 --fail-on error,warning "$1"/*.deb
