#!/usr/bin/env bash
# setup_waits.sh SETUP: runs scripts/setup.sh with programs that only play apt and sudo. Another one holds the lock at first.
set -euo pipefail
setup=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
make() { printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1" && chmod +x "$work/bin/$1"; }
make dpkg-query "echo not-installed"
make apt-cache "exit 0"
make id "echo 1000"
make sudo 'exec 3>&- && exec "$@"'
make sleep "exit 0"
make apt-get "echo \"\$*\" >>$work/calls
echo dlstatus:1:50.0:file >&3
read -r sentence <$work/sentences && sed -i 1d $work/sentences && echo \"E: \$sentence\" >&2 && exit 100
exit 0"

# attempt SENTENCE...: one failure of apt for each sentence, then success.
attempt() {
    : >"$work/sentences"
    [ $# -eq 0 ] || printf '%s\n' "$@" >"$work/sentences"
    : >"$work/calls"
    PATH=$work/bin:$PATH "$setup" core >"$work/out" 2>&1
}
expect() { "$@" || { cat "$work/out" "$work/calls"; echo "failed: $*"; exit 1; }; }
is() { [ "$1" = "$2" ]; }

held="Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (unattended-upgr)"
expect attempt "$held" "$held" "Could not get lock /var/lib/apt/lists/lock."
expect grep -q "waiting for unattended-upgr (process 4711)" "$work/out"
expect is "$(grep -c "waiting for unattended-upgr" "$work/out")" 1
expect grep -q "waiting for another program" "$work/out"
expect is "$(grep -c install "$work/calls")" 4
expect grep -q "fetching *50 %" "$work/out"

# Waits for the package lists, too.
expect attempt "Unable to fetch some archives" "$held"
expect is "$(grep -c update "$work/calls")" 2

# Any other failure ends it, with apt's words.
if attempt "Unable to fetch a" "No space left on device"; then expect false; fi
expect grep -q "No space left on device" "$work/out"
