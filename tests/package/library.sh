#!/usr/bin/env bash
# Run by in_chroot.sh in a clean Debian with a C compiler: installs the packages of the library, compiles and runs the example as a
# user without rights, runs it again without the development files, and removes everything.
set -euo pipefail
cd /given
export DEBIAN_FRONTEND=noninteractive
apt() { apt-get -qq "$@" >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }; }
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }

apt install -y ./libhuedrift1_*.deb ./libhuedrift-dev_*.deb
dpkg --verify libhuedrift1 libhuedrift-dev
dpkg --listfiles libhuedrift1 libhuedrift-dev >/tmp/files
grep -q '/usr/share/man/man3/huedrift.3.gz' /tmp/files
install -d -o 65534 /tmp/results
cd /tmp/results
read -ra flags <<<"$(pkg-config --cflags --libs huedrift)"
as_user cc -std=c99 -Wall -Wextra -Wpedantic -Werror /usr/share/doc/libhuedrift-dev/examples/quantize_ppm.c -o quantize "${flags[@]}"
apt purge -y libhuedrift-dev
{
    printf 'P6\n64 48\n255\n'
    LC_ALL=C awk 'BEGIN { for (y = 0; y < 48; ++y) for (x = 0; x < 64; ++x) printf "%c%c%c", 3 * x + 1, 5 * y + 1, 77 }'
} >source.ppm
as_user sh -c './quantize 6 indices <source.ppm >indices.pgm'
[ "$(tail -c 3072 indices.pgm | od -An -v -tu1 -w1 | sort -u | wc -l)" = 6 ]

apt purge -y --auto-remove libhuedrift1
while read -r file; do
    if [ -f "$file" ]; then echo "$file is left" >&2; exit 1; fi
done </tmp/files
