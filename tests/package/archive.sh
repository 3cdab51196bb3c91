#!/usr/bin/env bash
# Run by in_chroot.sh in a Debian that has none of the libraries that the archive carries: unpacks it and uses it as a user
# without rights.
set -euo pipefail
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp/home "$@"; }
install -d -o 65534 /tmp/home /tmp/results
cd /opt
tar --extract --file /given/huedrift-*.tar.xz
cd huedrift-*
for program in bin/* libexec/huedrift/*; do
    if ldd "$program" | grep 'not found'; then echo "that is what $program lacks" >&2; exit 1; fi
done
bin=$PWD/bin
cd /tmp/results
as_user "$bin/huedrift-cli" reduce /given/sample.png -o reduced.png --quiet
cmp reduced.png /given/expected.png
as_user "$bin/huedrift-cli" reduce reduced.png -o reduced.jpg --quiet
as_user "$bin/huedrift-cli" analyze reduced.jpg >/dev/null
as_user "$bin/huedrift" --screenshot window.png reduced.png
as_user "$bin/huedrift-cli" analyze window.png
