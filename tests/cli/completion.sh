#!/usr/bin/env bash
# completion.sh CLI FOLDER: what bash, and zsh and fish where they are installed, offer for huedrift-cli by the scripts in FOLDER.
set -euo pipefail
PATH=$(dirname "$1"):$PATH
folder=$2
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
expect() { [ "$2" = "$3" ] || { echo "$1 offers \"$2\", not \"$3\"" >&2; exit 1; }; }

# readline is not there: compopt says what it would be asked for.
asked='' COMPREPLY=()
compopt() { asked="$*"; }
in_bash() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) asked='' COMPREPLY=()
    _huedrift "$1"
    echo "${COMPREPLY[*]}$asked"
}
# shellcheck source=../../assets/completion/huedrift.bash
. "$folder/huedrift.bash"
expect bash "$(in_bash huedrift-cli co)" 'count compare'
expect bash "$(in_bash huedrift-cli reduce a.png --weigh)" '--weighting'
expect bash "$(in_bash huedrift-cli reduce a.png --weighting '')" 'palette frequency'
expect bash "$(in_bash huedrift-cli reduce a.png --weighting = p)" 'palette'
expect bash "$(in_bash huedrift-cli reduce a.png --merge '')" 'auto off'
expect bash "$(in_bash huedrift-cli reduce a.png --diffusion '')" \
    'floyd-steinberg atkinson jarvis stucki burkes sierra'
expect bash "$(in_bash huedrift-cli reduce a.png --matrix '')" '2 4 8 16'
expect bash "$(in_bash huedrift-cli reduce a.png -o '')" '-o default'
expect bash "$(in_bash huedrift-cli reduce --masks '')" '-o dirnames'
expect bash "$(in_bash huedrift-cli reduce --importance '')" '-o default'
expect bash "$(in_bash huedrift-cli reduce --dither-mask '')" '-o default'
expect bash "$(in_bash huedrift-cli reduce -r '')" 'auto'
expect bash "$(in_bash huedrift-cli reduce --to z)" 'zx-spectrum-o filenames'
expect bash "$(in_bash huedrift-cli reduce --to /)" '-o default'
(
    cd "$home"
    touch nest.gpl
    expect bash "$(in_bash huedrift-cli reduce --to nes)" 'nes nest.gpl-o filenames'
)
expect bash "$(in_bash huedrift-cli reduce --colors '')" ''
expect bash "$(in_bash huedrift-cli reduce '')" '-o default'
expect bash "$(in_bash huedrift-cli devices '')" ''

if command -v fish >/dev/null; then
    in_fish() { HOME=$home fish --no-config -c "source $folder/huedrift.fish; complete -C '$1'" | cut -f1 | tr '\n' ' '; }
    expect fish "$(in_fish 'huedrift-cli co')" 'compare count '
    expect fish "$(in_fish 'huedrift-cli reduce --weigh')" '--weighting '
    expect fish "$(in_fish 'huedrift-cli reduce --weighting ')" 'frequency palette '
    expect fish "$(in_fish 'huedrift-cli reduce --weighting=p')" '--weighting=palette '
    expect fish "$(in_fish "huedrift-cli reduce $folder/huedrift.f")" "$folder/huedrift.fish "
    expect fish "$(in_fish "huedrift-cli reduce --palette=$folder/huedrift.f")" "--palette=$folder/huedrift.fish "
    expect fish "$(in_fish 'huedrift-cli devices ')" ''
else
    echo "skipped: fish is not installed"
fi

if command -v zsh >/dev/null; then
    # A shell in a terminal of its own: Tab completes, Ctrl+X shows the line.
    in_zsh() {
        zsh -f -c '
            zmodload zsh/zpty
            zpty shell TERM=dumb zsh -f -i
            zpty -w shell "PROMPT= fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u"
            zpty -w shell "show() { print -r -- \"<\$BUFFER>\"; BUFFER= }; zle -N show; bindkey \"^X\" show; bindkey \"^I\" complete-word"
            zpty -w -n shell "$2"$'"'\\t\\x18'"'
            zpty -r -m shell answer "*<huedrift-cli *>*"
            answer=${answer##*<}; print -r -- "${answer%%>*}"' zsh "$folder" "$1"
    }
    expect zsh "$(in_zsh 'huedrift-cli comp')" 'huedrift-cli compare '
    expect zsh "$(in_zsh 'huedrift-cli reduce --weigh')" 'huedrift-cli reduce --weighting '
    expect zsh "$(in_zsh 'huedrift-cli reduce --weighting p')" 'huedrift-cli reduce --weighting palette '
    expect zsh "$(in_zsh 'huedrift-cli reduce --weighting=p')" 'huedrift-cli reduce --weighting=palette '
    expect zsh "$(in_zsh "huedrift-cli reduce --palette=$folder/huedrift.f")" "huedrift-cli reduce --palette=$folder/huedrift.fish "
else
    echo "skipped: zsh is not installed"
fi
