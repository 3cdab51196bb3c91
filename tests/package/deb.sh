#!/usr/bin/env bash
# Run by in_chroot.sh in a clean Debian: installs the package, uses it as a user without rights, and removes it.
set -euo pipefail
cd /given
export DEBIAN_FRONTEND=noninteractive

# Files that come and go with any package are left out, and the backups of passwd and the like, as a dependency adds a user.
files() {
    find / -xdev \( -path /given -o -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /var/cache \
        -o -path /var/log -o -path /var/lib/apt -o -path "/etc/*-" -o -path /var/lib/dpkg \) -prune -o -print | sort
}
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp/home "$@"; }

files >/tmp/before
apt-get -qq install -y --install-recommends ./huedrift_*.deb >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
install -d -o 65534 /tmp/home /tmp/results
cd /tmp/results
as_user huedrift-cli reduce /usr/share/huedrift/sample.png -o reduced.png --quiet
cmp reduced.png /given/expected.png
as_user huedrift-cli reduce reduced.png -o reduced.jpg --quiet
as_user huedrift-cli analyze reduced.jpg >/dev/null
as_user huedrift --screenshot window.png reduced.png
as_user huedrift-cli analyze window.png
dpkg --verify huedrift
dpkg --listfiles huedrift | grep -q '/usr/share/man/man1/huedrift.1.gz'

apt-get -qq purge -y --auto-remove huedrift >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
files >/tmp/after
diff /tmp/before /tmp/after
