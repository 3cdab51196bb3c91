#!/usr/bin/env bash
# scripts_have_help.sh SOURCE: with --help every script in the folder scripts of SOURCE says how it is called and does nothing else:
# it finds no programs that install, build or measure.
set -euo pipefail
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
for program in bash dirname env id sed; do ln -s "$(command -v "$program")" "$work/bin"; done
scripts=(scripts/*.sh)
if /usr/bin/python3 -c 'import numpy, PIL' 2>/dev/null; then
    ln -s /usr/bin/python3 "$work/bin"
    scripts+=(scripts/*.py)
else
    echo "skipped: NumPy or Pillow is not installed"
fi
for script in "${scripts[@]}"; do
    PATH=$work/bin "$script" --help >"$work/out" 2>"$work/err" || { cat "$work/err"; echo "$script --help fails"; exit 1; }
    grep -qF "$script" "$work/out" || { cat "$work/out"; echo "$script --help does not say how it is called"; exit 1; }
    [ ! -s "$work/err" ] || { cat "$work/err"; echo "$script --help complains"; exit 1; }
done
