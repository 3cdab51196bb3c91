#!/usr/bin/env bash
# manuals.sh FOLDER NAME PURPOSE COMMAND...: writes with help2man the manual page of a program, NAME.1, and one for each of its
# commands, NAME-COMMAND.1, from what the program, which COMMAND... starts, says itself.
set -euo pipefail
folder=$1 name=$2 purpose=$3
shift 3
version=$("$@" --version)
program=$(printf '%q ' "$@")

# manual PAGE PURPOSE [WORD]. The date of the build would make each build another one.
manual() {
    help2man --no-info --name "$2" --version-string "${version##* }" "$program${3-}" |
        sed -e "s/^\.TH .*/.TH ${1^^} 1 \"\" \"$version\" \"User Commands\"/" -e "s/^$name ${3-} *\\\\- /$1 \\\\- /" >"$folder/$1.1"
}
manual "$name" "$purpose"
"$@" --complete '' | while IFS=$'\t' read -r command about; do
    [[ $command != :* ]] || continue
    manual "$name-$command" "$about" "$command" </dev/null
    printf '%s\n' "$name-$command"
done | sort | sed -e '1i .SH SEE ALSO' -e 's/.*/.BR & (1)/' >>"$folder/$name.1"
