#!/usr/bin/env bash
# in_chroot.sh SUITE FOLDER BUILD deb|library|python|wheel|archive: in a fresh and minimal Debian of this suite, the package of the
# programs, those of the library or of Python, the wheel or the archive in FOLDER do their work, and no file of them is left after
# their removal. Needs mmdebstrap, root and a mirror of Debian; skipped without the first two.
set -euo pipefail
suite=$1 folder=$2 build=$3 kind=$4
here=$(dirname -- "$(realpath -- "$0")")
command -v mmdebstrap >/dev/null || { echo "skipped: mmdebstrap is not installed"; exit 77; }
[ "$(id -u)" -eq 0 ] || { echo "skipped: this needs root"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/given"
find "$folder" -maxdepth 1 -type f -exec cp -t "$work/given" {} +
cp "$build/sample.png" "$here/$kind.sh" "$work/given"
"$build/bin/huedrift-cli" reduce "$build/sample.png" -o "$work/given/expected.png" --quiet
chmod -R go+rX "$work"
# A display without a screen, and for the archive what a desktop has and no server: the archive brings none of it.
before=(ca-certificates xz-utils)
case "$kind" in
    library) before+=(gcc libc6-dev pkg-config) ;;
    wheel) before+=(python3-numpy python3-pil python3-venv) ;;
    archive) before+=(libasound2 libglib2.0-0 libvulkan1 libwayland-client0 libwayland-cursor0 libwayland-egl1 libxcb1 libx11-6
                      libdrm2 libgbm1 mesa-vulkan-drivers) ;;
esac
mmdebstrap --quiet --mode=root --variant=apt --include="$(IFS=,; echo "${before[*]}")" --format=null \
    --customize-hook="copy-in $work/given /" --customize-hook="chroot \"\$1\" bash /given/$kind.sh" "$suite" /dev/null
