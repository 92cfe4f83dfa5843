/// The completions of shells, which ask the command: `--generate complete-bash` and its like.
extension Texts {
    /// The first line of the answer has options for `compopt`.
    static let bashCompletion = #"""
        # bash completion for formpost; made by formpost --generate complete-bash

        _formpost() {
            local option
            mapfile -t COMPREPLY < <(command "${1/#\~/$HOME}" --complete bash "${COMP_LINE:0:COMP_POINT}" \
                "$COMP_WORDBREAKS" 2>/dev/null)
            for option in ${COMPREPLY[0]}; do
                compopt -o "$option"
            done
            unset 'COMPREPLY[0]'
        }

        complete -F _formpost formpost

        """#

    /// The first line of the answer may say that the shell completes a path after some characters.
    static let zshCompletion = #"""
        #compdef formpost
        # zsh completion for formpost; made by formpost --generate complete-zsh

        _formpost() {
            local typed=$PREFIX
            local -a lines whole parts
            [[ $compstate[quote] == \' ]] || typed=${(Q)PREFIX}
            lines=("${(@f)$(command ${(Q)~words[1]} --complete zsh "${(@Q)words[2,CURRENT-1]}" "$typed" 2>/dev/null)}")
            case $lines[1] in
                (files*) compset -p ${lines[1]#* } ; _files ;;
                (directories*) compset -p ${lines[1]#* } ; _files -/ ;;
                (*) whole=(${${(M)lines:#+*}#+}) parts=(${${(M)lines:#-*}#-})
                    _describe formpost whole -U -- parts -U -S '' ;;
            esac
        }

        if [[ $funcstack[1] == _formpost ]]; then
            _formpost "$@"
        else
            compdef _formpost formpost
        fi

        """#

    static let fishCompletion = #"""
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

        """#
}
