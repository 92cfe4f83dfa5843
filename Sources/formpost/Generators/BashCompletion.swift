/// The completion for bash: `--generate complete-bash`.
enum BashCompletion {
    static var text: String {
        script.replacingMarkers([
            "KINDS": kinds, "OPTIONS": options, "NEGATIONS": negations,
            "TYPES": list(FormParameters.types),
            "ENCODERS": list(FormParameters.encoders),
            "PARAMETERS": list(parameters),
        ])
    }

    /// The parameters, with their values if these are known: readline closes the quote after a
    /// single candidate.
    private static var parameters: [String] {
        FormParameters.names.flatMap { name in
            switch name {
            case "type": FormParameters.types.map { "type=" + $0 }
            case "encoder": FormParameters.encoders.map { "encoder=" + $0 }
            case "headers": ["headers=@", "headers=\""]
            default: [name + "="]
            }
        }
    }

    /// A branch of the `case` for each way in which values are completed.
    private static var kinds: String {
        var patterns: [ValueCompletion: [String]] = [:]
        var order: [ValueCompletion] = []
        for row in OptionTable.visible {
            guard let completion = row.completion else { continue }
            if patterns[completion] == nil { order.append(completion) }
            patterns[completion, default: []] +=
                [row.shortName, row.longName].compactMap { $0 }.map(ShellQuoting.posix)
        }
        return order.map { completion in
            let lines = TextWrap.lines(
                (patterns[completion] ?? []).joined(separator: " | "), width: 90)
            return
                "        \(lines.joined(separator: " \\\n        "))) kind=\(name(completion)) ;;"
        }.joined(separator: "\n")
    }

    private static func name(_ completion: ValueCompletion) -> String {
        switch completion {
        case .free: "free"
        case .file: "file"
        case .directory: "directory"
        case .fileAfterAt: "at-file"
        case .words(let words): ShellQuoting.posix("words " + words.joined(separator: " "))
        case .form: "form"
        }
    }

    private static var options: String {
        list(OptionTable.visible.flatMap { [$0.shortName, $0.longName].compactMap { $0 } })
    }

    private static var negations: String { list(OptionTable.visible.compactMap(\.negation)) }

    private static func list(_ names: [String]) -> String {
        TextWrap.lines(names.map(ShellQuoting.posix).joined(separator: " "), width: 90)
            .joined(separator: " \\\n        ")
    }

    private static let script = #"""
        # bash completion for formpost; made by formpost --generate complete-bash

        # How the value of the option $1 is completed; nothing for an option without one.
        _formpost_kind() {
            kind=
            case $1 in
        @KINDS@
            esac
        }

        # Splits what stands before the cursor into words as the shell does; readline itself splits at
        # = and ; too, and replaces only what follows the last of them: $skip characters stay. It also
        # splits at @, which belongs to what it replaces.
        _formpost_split() {
            local line=${COMP_LINE:0:COMP_POINT} i c word='' open=''
            words=() skip=0 quote=
            for ((i = 0; i < ${#line}; i++)); do
                c=${line:i:1}
                if [[ $quote ]]; then
                    if [[ $c == "$quote" ]]; then
                        quote=
                    elif [[ $c == \\ && $quote == \" && ${line:i+1:1} == [\$\`\"\\] ]]; then
                        i=$((i + 1)) word+=${line:i:1}
                    else
                        word+=$c
                    fi
                elif [[ $c == [\'\"] ]]; then
                    quote=$c open=1 skip=${#word}
                elif [[ $c == \\ ]]; then
                    i=$((i + 1)) word+=${line:i:1} open=1
                elif [[ $c == [[:space:]] ]]; then
                    [[ $open ]] && words+=("$word")
                    word='' open='' skip=0
                else
                    [[ $c == @ && $COMP_WORDBREAKS == *@* ]] && skip=${#word}
                    word+=$c open=1
                    [[ $c != @ && $COMP_WORDBREAKS == *"$c"* ]] && skip=${#word}
                fi
            done
            cur=$word
        }

        # Offers the words behind $2 that begin with it, with $1 in front of each.
        _formpost_words() {
            local base=$1 value=$2 word
            shift 2
            for word; do
                [[ $word == "$value"* ]] && candidates+=("$base$word")
            done
        }

        # Offers the files ($3: -f) or directories (-d) that begin with $2, with $1 in front of each.
        _formpost_files() {
            local path
            # Behind @ or < the shell expands no ~.
            [[ $1 == *[@\<,] && $2 == \~/* ]] && set -- "$1" "$HOME/${2:2}" "$3"
            while IFS= read -r path; do
                [[ -d $path ]] && path+=/
                candidates+=("$1$path")
            done < <(compgen "$3" -- "$2")
            compopt -o filenames
            [[ ${#candidates[@]} -eq 1 && ${candidates[0]} == */ ]] || return
            compopt -o nospace
            # Readline closes the quote behind a single candidate: go on to what is in the directory.
            path=${candidates[0]#"$1"}
            if [[ $quote && $path != "$2" && $(compgen "$3" -- "$path") ]]; then
                candidates=()
                _formpost_files "$1" "$path" "$3"
            fi
        }

        # The value $2 of -F, with $1 in front of it.
        _formpost_form() {
            local value=$2 last
            [[ $value == *=* ]] || return
            if [[ ${value#*=} == *\;* ]]; then
                last=${value##*;}
                case $last in
                    type=*) _formpost_words "$1${value%"${last#*=}"}" "${last#*=}" \
                        @TYPES@ ;;
                    encoder=*) _formpost_words "$1${value%"${last#*=}"}" "${last#*=}" \
                        @ENCODERS@ ;;
                    headers=[@\<]*) _formpost_files "$1${value%"${last#headers=?}"}" "${last#headers=?}" -f ;;
                    *=*) ;;
                    *) compopt -o nospace
                        _formpost_words "$1${value%"$last"}" "$last" \
                        @PARAMETERS@ ;;
                esac
            elif [[ ${value#*=} == [@\<]* ]]; then
                last=${value#*=?}
                [[ ${value#*=} == @* ]] && last=${last##*,}
                _formpost_files "$1${value%"$last"}" "$last" -f
            fi
        }

        # The value $2 of an option of the kind $3, with $1 in front of it.
        _formpost_value() {
            case $3 in
                form) _formpost_form "$1" "$2" ;;
                file) _formpost_files "$1" "$2" -f ;;
                directory) _formpost_files "$1" "$2" -d ;;
                at-file) [[ $2 == @* ]] && _formpost_files "$1@" "${2:1}" -f ;;
                'words '*) _formpost_words "$1" "$2" ${3#words } ;;
            esac
        }

        _formpost() {
            local cur quote skip word kind pending='' ended='' i candidates=()
            local -a words
            _formpost_split
            for word in "${words[@]:1}"; do
                if [[ $pending ]]; then
                    pending=
                elif [[ $ended || $word != -?* || $word == --*=* ]]; then
                    continue
                elif [[ $word == -- ]]; then
                    ended=1
                elif [[ $word == --* ]]; then
                    _formpost_kind "$word"
                    pending=$kind
                else
                    for ((i = 1; i < ${#word}; i++)); do
                        _formpost_kind "-${word:i:1}"
                        [[ $kind ]] || continue
                        ((i == ${#word} - 1)) && pending=$kind
                        break
                    done
                fi
            done

            if [[ $pending ]]; then
                _formpost_value '' "$cur" "$pending"
            elif [[ $ended ]]; then
                :
            elif [[ $cur == --*=* ]]; then
                _formpost_kind "${cur%%=*}"
                _formpost_value "${cur%%=*}=" "${cur#*=}" "$kind"
            elif [[ $cur == --no-* ]]; then
                _formpost_words '' "$cur" \
                @NEGATIONS@
            elif [[ $cur == -[!-]* ]]; then
                for ((i = 1; i < ${#cur}; i++)); do
                    _formpost_kind "-${cur:i:1}"
                    [[ $kind ]] && break
                done
                [[ $kind ]] && _formpost_value "${cur:0:i+1}" "${cur:i+1}" "$kind"
            elif [[ $cur == -* ]]; then
                _formpost_words '' "$cur" \
                @OPTIONS@
            fi
            COMPREPLY=()
            for word in "${candidates[@]}"; do
                COMPREPLY+=("${word:skip}")
            done
        }

        complete -F _formpost formpost

        """#
}
