# fish completion of huedrift and huedrift-cli, which say themselves what fits (hidden option --complete).
function __huedrift_offers
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l option (string match -r '^--[^=]*=' -- $current)
    set -l value (string replace -r '^--[^=]*=' '' -- $current)
    for line in (command $before[1] --complete $before[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                string replace -r -- '^' "$option" (__fish_complete_path "$value")
            case :folders
                string replace -r -- '^' "$option" (__fish_complete_directories "$value")
            case '*'
                echo $line
        end
    end
end
complete -c huedrift -c huedrift-cli -f -a '(__huedrift_offers)'
