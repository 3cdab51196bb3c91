#!/usr/bin/env bash
# if_built.sh WEB COMMAND...: runs a test of what the preset web builds in the folder WEB, or says that it is not built.
set -euo pipefail
if [ ! -e "$1/npm/huedrift.d.ts" ]; then
    echo "skipped: the preset web is not built (scripts/setup.sh web installs its compiler)"
    exit 77
fi
shift
exec "$@"
