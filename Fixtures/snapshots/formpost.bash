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
