#!/usr/bin/env bash
# cluster.sh CLI SAMPLE DOCUMENT: runs what docs/cluster.md says, on this machine and as on two hosts, and compares with
# one process.
set -euo pipefail
cli=$(realpath "$1") sample=$(realpath "$2") document=$(realpath "$3")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
PATH=$(dirname "$cli"):$PATH

# The first block of a language below a heading.
block() {
    awk -v heading="## $1" -v fence="\`\`\`$2" '
        $0 == heading { below = 1 }
        below && inside && /^```$/ { exit }
        inside { print }
        below && $0 == fence { inside = 1 }' "$document"
}

mkdir scans
for radius in 0.01 0.02 0.03 0.05 0.08; do
    huedrift-cli reduce "$sample" -o "scans/scan $radius.png" -r "$radius" --quiet --engine cpu
done
huedrift-cli reduce scans/*.png --output-dir expected --together --quiet --engine cpu

export HOME=$folder/home # where GNU parallel keeps its files; not above the pictures, or "." means another folder
mkdir -p home/.parallel
touch home/.parallel/will-cite
block "GNU parallel" sh | sed 's/-N 100 /-N 2 /; s/-N 1000 /-N 3 /' > commands.sh
grep -q 'parallel .*-N 2 ' commands.sh
hosts=: bash -e commands.sh
tables=(counts/*)
[ ${#tables[@]} -eq 3 ]
diff -r expected flat

# Two hosts, each a server that ssh itself starts; one has a single core.
ssh-keygen -q -t ed25519 -N '' -f key
cp key.pub authorized
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
cat > sshd_config <<END
HostKey $folder/key
AuthorizedKeysFile $folder/authorized
StrictModes no
PasswordAuthentication no
PidFile none
SetEnv PATH=$PATH
END
one_core=$(taskset -cp $$ | grep -Eo '[0-9]+$')
cat > ssh_config <<END
IdentityFile $folder/key
StrictHostKeyChecking no
UserKnownHostsFile /dev/null
LogLevel ERROR
Host alpha
    ProxyCommand sh -c 'touch asked-alpha; exec /usr/sbin/sshd -i -f $folder/sshd_config'
Host beta
    ProxyCommand sh -c 'touch asked-beta; exec taskset -c $one_core /usr/sbin/sshd -i -f $folder/sshd_config'
END
rm -r counts flat all.counts
hosts="ssh -F $folder/ssh_config alpha,ssh -F $folder/ssh_config beta" bash -e commands.sh
diff -r expected flat
[ -e asked-alpha ] && [ -e asked-beta ]

rm -r counts flat all.counts
block Make make > makefile
sed -i 's/scan 0/scan-0/' pictures
for scan in scans/*; do mv "$scan" "${scan// /-}"; done # make knows no spaces
make -s -j 2
for result in flat/*; do
    name=$(basename "$result")
    cmp "$result" "expected/${name/scan-/scan }"
done
results=(flat/*)
[ ${#results[@]} -eq 5 ]
