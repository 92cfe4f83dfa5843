# fish completion for formpost; made by formpost --generate complete-fish

function __formpost_complete
    set -l words (commandline -opc)
    set -l raw (commandline -ct)
    set -l typed (string unescape -- $raw; or string unescape -- $raw\'; or string unescape -- $raw\")
    set -l lines (command $words[1] --complete fish $words[2..] "$typed" 2>/dev/null)
    set -l path (string split ' ' -- $lines[1])
    switch "$path[1]"
        case files directories
            set -l list __fish_complete_path
            test $path[1] = directories; and set list __fish_complete_directories
            set -l prefix (string sub -l $path[2] -- $typed)
            printf '%s\n' $prefix($list (string sub -s (math $path[2] + 1) -- $typed))
        case '*'
            printf '%s\n' $lines[2..]
    end
end

complete -c formpost -f -a '(__formpost_complete)'
