# bash completion of huedrift and huedrift-cli, which say themselves what fits (hidden option --complete).
# shellcheck shell=bash
_huedrift() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files) compopt -o default ;; # readline quotes their names
            :folders) compopt -o dirnames ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("$1" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _huedrift huedrift huedrift-cli
