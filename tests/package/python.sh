#!/usr/bin/env bash
# Run by in_chroot.sh in a clean Debian: installs the Python package and the library, runs the example as a user without rights, and
# removes everything.
set -euo pipefail
cd /given
export DEBIAN_FRONTEND=noninteractive
apt() { apt-get -qq "$@" >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }; }
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }

apt install -y ./libhuedrift1_*.deb ./python3-huedrift_*.deb python3-pil
dpkg --verify libhuedrift1 python3-huedrift
install -d -o 65534 /tmp/results
cd /tmp/results
as_user python3 /usr/share/doc/python3-huedrift/examples/reduce_picture.py /given/sample.png reduced.png 6
as_user python3 -c '
import huedrift
from PIL import Image
before, after = (Image.open(file).convert("RGBA") for file in ("/given/sample.png", "reduced.png"))
assert (huedrift.reduce(before, colors=6, entries=256).pixels == huedrift.reduce(after).pixels).all()'

apt purge -y --auto-remove libhuedrift1 python3-huedrift
if [ -e /usr/lib/python3/dist-packages/huedrift ]; then
    find /usr/lib/python3/dist-packages/huedrift >&2
    exit 1
fi
