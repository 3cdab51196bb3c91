#!/usr/bin/env bash
# scripts/fresh.sh [COMMAND [WORD...]]: does what README.md says to newcomers, in a fresh and minimal Debian 12: a user with sudo
# clones the last commit and runs scripts/run.sh and scripts/test.sh, or only COMMAND. The last lines say how long each took.
# Needs root, mmdebstrap, a mirror of Debian, and 6 GB in the folder for temporary files.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ "${1-}" = --mounted ]; then
    root=$2
    shift 2
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --rbind --read-only /sys "$root/sys"
    exec chroot --userspec=newcomer:newcomer "$root" env --ignore-environment --chdir=/home/newcomer/huedrift \
        HOME=/home/newcomer USER=newcomer LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin "$@"
fi
command -v mmdebstrap >/dev/null || { echo "skipped: mmdebstrap is not installed"; exit 77; }
[ "$(id -u)" -eq 0 ] || { echo "skipped: this needs root"; exit 77; }

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
mmdebstrap --quiet --mode=root --variant=apt --include=git,sudo bookworm "$root"
chroot "$root" useradd --create-home --shell /bin/bash newcomer
echo "newcomer ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/newcomer"
git clone --quiet --depth 1 "file://$PWD" "$root/home/newcomer/huedrift"
chroot "$root" chown -R newcomer:newcomer /home/newcomer/huedrift

times=() status=0
# newcomer COMMAND [WORD...]: runs it there, and everything that it started ends with it.
newcomer() {
    local begun=$SECONDS
    unshare --mount --propagation private --pid --fork --kill-child "scripts/${0##*/}" --mounted "$root" "$@" || status=$?
    times+=("$(printf '%4d s  %s' $((SECONDS - begun)) "$*")")
}
if [ $# -gt 0 ]; then
    newcomer "$@"
else
    newcomer scripts/run.sh
    [ "$status" -ne 0 ] || newcomer scripts/test.sh
fi
printf 'fresh: %s\n' "${times[@]}"
exit "$status"
