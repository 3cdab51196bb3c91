# bash completion of huedrift and huedrift-cli, which say themselves what fits (hidden option --complete).
# shellcheck shell=bash
_huedrift() {
    local line files=
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files) files=1 ;;
            :folders) compopt -o dirnames ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("$1" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [[ $files ]] || return 0
    if ((${#COMPREPLY[@]} == 0)); then
        compopt -o default # readline quotes their names
    else
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        compopt -o filenames
    fi
}
complete -F _huedrift huedrift huedrift-cli
