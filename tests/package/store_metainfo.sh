#!/usr/bin/env bash
# store_metainfo.sh SOURCE: Debian 13's validators accept the metainfo for stores and the desktop entry. They have AppStream 1.0,
# as stores do. Needs mmdebstrap, root and a mirror of Debian; skipped without the first two.
set -euo pipefail
source=$1
command -v mmdebstrap >/dev/null || { echo "skipped: mmdebstrap is not installed"; exit 77; }
[ "$(id -u)" -eq 0 ] || { echo "skipped: this needs root"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
tar --create --directory "$source" assets docs tests/repository CMakeLists.txt CHANGELOG.md | tar --extract --directory "$work/source"
cat >"$work/source/validate.sh" <<'END'
set -e
cmake -DSOURCE=/source -DWORK=/tmp/metainfo -P /source/tests/repository/metainfo.cmake
desktop-file-validate /source/assets/desktop/*.desktop
END
mmdebstrap --quiet --mode=root --variant=apt --include=appstream,cmake,desktop-file-utils --format=null \
    --customize-hook="copy-in $work/source /" --customize-hook="chroot \"\$1\" sh /source/validate.sh" trixie /dev/null
