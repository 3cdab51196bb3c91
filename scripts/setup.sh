#!/usr/bin/env bash
# scripts/setup.sh [GROUP...]: installs from Debian what is missing of third_party/debian-packages.txt, or only of these groups
# there. Without root it asks for sudo, and only when there is something to install. The group web, the compiler for WebAssembly
# and a browser to test with, is installed only if it is named; then the script also makes what Debian's packages of it lack.
set -euo pipefail
[ "${1-}" != --help ] || { sed -n '2,/^set /s/^# //p' "$0"; exit; }
list=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/third_party/debian-packages.txt
groups=$*
for group in "$@"; do
    grep -qxF "[$group]" "$list" || { echo "setup: there is no group $group in $list" >&2; exit 2; }
done

mapfile -t packages < <(awk -v wanted=" $* " '
    /^\[/ { group = substr($1, 2, length($1) - 2); next }
    /^[^#]/ && NF && (wanted == "  " && group != "web" || index(wanted, " " group " ")) { print $1 }' "$list")

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "setup: no apt here, so nothing is installed; the build needs what these Debian 12 packages hold:" \
         "${packages[*]}" >&2
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
make_rest() {
    [[ " $groups " != *" web "* ]] || "$(dirname "$list")/wasm/toolchain.sh"
}
if [ ${#missing[@]} -eq 0 ]; then
    make_rest
    exit
fi

echo "setup: installing from Debian: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "setup: that needs root and there is no sudo; as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

# Reads what apt tells a program ("dlstatus:part:percent:what" while it fetches, "pmstatus:..." while it installs) and
# shows it as one line that is written over, or outside of a terminal as a line every quarter.
show_progress() {
    local kind percent shown=-1 end=$'\n' step=25
    if [ -t 1 ]; then end=$'\r'; step=1; fi
    while IFS=: read -r kind _ percent _; do
        case "$kind" in
            dlstatus) kind=fetching ;;
            pmstatus) kind=installing ;;
            *) continue ;;
        esac
        percent=${percent%%.*}
        [ "$kind $((percent / step))" != "$shown" ] || continue
        shown="$kind $((percent / step))"
        printf 'setup: %-10s %3d %%%s' "$kind" "$percent" "$end"
    done
    [ "$shown" = -1 ] || printf '%s' "${end/$'\r'/$'\n'}"
}

# apt's own words go to a file, which is shown if it fails; its progress comes on stdout. sudo passes no other files on.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
apt() {
    "${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive sh -c 'exec "$@" 3>&1 >&2' sh \
        apt-get -qq -o Dpkg::Use-Pty=0 -o APT::Status-Fd=3 "$@" 2>"$said" | show_progress
}
# Runs a command again while another program holds apt's locks, for half an hour: a fresh system installs updates
# after its first boot. (DPkg::Lock::Timeout waits for dpkg's locks only, not for that of the package lists, and
# without a word.)
when_unlocked() {
    local holder told=""
    until "$@"; do
        grep -q "Could not get lock" "$said" && [ $SECONDS -lt 1800 ] || return 1
        holder=$(sed -n 's/.*It is held by process \([0-9]*\) (\(.*\)).*/\2 (process \1)/p' "$said" | head -n 1)
        if [ "${holder:-another program}" != "$told" ]; then
            told=${holder:-another program}
            echo "setup: waiting for $told, which is installing or updating packages"
        fi
        sleep 3
    done
}
install_missing() { when_unlocked apt install -y --no-install-recommends "${missing[@]}"; }
# Package lists that are absent or out of date show as a package that is unknown or cannot be fetched.
if apt-cache show "${missing[@]}" >/dev/null 2>&1 && install_missing; then
    make_rest
    exit
fi
echo "setup: fetching Debian's package lists"
when_unlocked apt update || { cat "$said" >&2; exit 1; }
install_missing || { cat "$said" >&2; exit 1; }
make_rest
