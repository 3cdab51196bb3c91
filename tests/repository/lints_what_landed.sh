#!/usr/bin/env bash
# lints_what_landed.sh TEST_SH: scripts/test.sh compares a branch with main, and main with the last commit that a nightly run
# passed, however long ago and however many commits landed since; without nights with the commit before the last six hours.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
eval "$(sed -n '/^lint_base() {$/,/^}$/p' "$1")"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

# commit DATE: commits and pushes to main.
commit() {
    GIT_COMMITTER_DATE=$1 git commit --quiet --allow-empty --date "$1" --message "$1"
    git push --quiet origin HEAD:main 2>/dev/null
}
expect() {
    local found
    found=$(lint_base)
    [ "$found" = "$2" ] || { printf '%s\nfound    %s\nexpected %s\n' "$1" "$found" "$2"; exit 1; }
}

cd "$work"
expect "Without git everything is linted." ""
git init --quiet --bare origin
git init --quiet --initial-branch main tree
cd tree
git remote add origin ../origin
commit 2026-01-01T00:00
expect "Before the first night everything is linted." ""
commit 2026-01-01T07:00
expect "Without a night it is what landed lately." "$(git rev-parse HEAD~1)"
night=$(git rev-parse HEAD)
git push --quiet origin HEAD:linted
expect "What passed is not linted again." "$night"
for day in 2 3 4; do commit "2026-01-0${day}T12:00"; done
expect "All commits since the last night that passed are linted." "$night"
git checkout --quiet -b own HEAD~1
git commit --quiet --allow-empty --message own
expect "A branch is compared with main." "$(git rev-parse HEAD~1)"
git checkout --quiet --detach main
git commit --quiet --allow-empty --message unpushed
expect "So are commits that are not pushed." "$(git rev-parse main)"
