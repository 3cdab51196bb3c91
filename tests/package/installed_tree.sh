#!/usr/bin/env bash
# installed_tree.sh CMAKE BUILD: what `cmake --install` installs runs from wherever it lies, with its decoders apart from the
# programs, and has completions, and a manual where help2man is installed.
set -euo pipefail
cmake=$1 build=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
"$cmake" --install "$build" --prefix "$tree/before" >/dev/null
mv "$tree/before" "$tree/after"
cd "$tree/after"

for decoder in "$build"/bin/huedrift-decode*; do
    test -x "libexec/huedrift/${decoder##*/}"
    test ! -e "bin/${decoder##*/}"
done
bin/huedrift-cli reduce share/huedrift/sample.png -o reduced.png --quiet
"$build/bin/huedrift-cli" reduce share/huedrift/sample.png -o built.png --quiet
cmp reduced.png built.png
for program in bin/*; do
    name=${program##*/}
    ! command -v help2man >/dev/null || test -s "share/man/man1/$name.1"
    test -s "share/bash-completion/completions/$name"
    test -s share/zsh/vendor-completions/_huedrift
    test -s "share/fish/vendor_completions.d/$name.fish"
done
