/// The completion for bash: `--generate complete-bash`.
enum BashCompletion {
    static var text: String {
        script.replacingMarkers([
            "KINDS": kinds, "OPTIONS": options, "NEGATIONS": negations,
            "TYPES": list(FormParameters.types),
            "ENCODERS": list(FormParameters.encoders),
            "PARAMETERS": list(parameters),
            "CAPTURES": list(ValueWords.captures),
            "VARIABLES": list(ValueWords.variables),
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
        case .each: "each"
        case .directoryOfField: "field-directory"
        case .capture: "capture"
        case .writeOut: "write-out"
        case .helpTopic: name(.words(HelpText.words))
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

        # Offers the files ($3: -f) or directories (-d) that begin with $2, with $1 in front of each. With
        # $4 (inner) $2 may begin with the double quotes of -F, and the names get them if one has ; , or " in
        # it; with $4 (open) they do in any case.
        _formpost_files() {
            local typed=$2 open='' path names=()
            [[ $4 == open ]] && open=1
            if [[ $4 == inner && $typed == \"* ]]; then
                open=1 typed=${typed#\"}
                typed=${typed//\\\"/\"}
            fi
            # Behind @ or < the shell expands no ~.
            [[ $1 == *[@\<,] && $typed == \~/* ]] && typed=$HOME/${typed:2}
            while IFS= read -r path; do
                [[ -d $path ]] && path+=/
                names+=("$path")
            done < <(compgen "$3" -- "$typed")
            compopt -o filenames
            if [[ ${#names[@]} -eq 1 && ${names[0]} == */ ]]; then
                compopt -o nospace
                # Readline closes the quote behind a single candidate: go on to what is in the directory.
                if [[ $quote && ${names[0]} != "$typed" && $(compgen "$3" -- "${names[0]}") ]]; then
                    [[ $open ]] && set -- "$1" "$2" "$3" open
                    _formpost_files "$1" "${names[0]}" "$3" "$4"
                    return
                fi
            fi
            # With quotes for all, what the candidates have in common goes on with what was typed.
            [[ $4 && ${names[*]} == *[\;,\"]* ]] && open=1
            for path in "${names[@]}"; do
                if [[ $open ]]; then
                    path=\"${path//\"/\\\"}
                    [[ $path == */ ]] || path+=\"
                elif ((${#names[@]} > 1 && ${#1} <= skip)); then
                    # In a list, readline itself puts a slash behind a directory.
                    path=${path%/}
                fi
                candidates+=("$1$path")
            done
        }

        # Finds the last semicolon of the text $1 or, without one, its last comma, outside of double quotes:
        # $mark is that character, and $rest what follows it.
        _formpost_mark() {
            local text=$1 open='' i c
            mark='' rest=$1
            for ((i = 0; i < ${#text}; i++)); do
                c=${text:i:1}
                if [[ $open && $c == \\ ]]; then
                    i=$((i + 1))
                elif [[ $c == \" ]]; then
                    [[ $open ]] && open='' || open=1
                elif [[ ! $open && ($c == \; || ($c == , && $mark != \;)) ]]; then
                    mark=$c rest=${text:i+1}
                fi
            done
        }

        # The value $2 of -F or (each) --each, with $1 in front of it.
        _formpost_form() {
            local value=$2 content last mark rest
            if [[ $3 == each && $value == [@\<]* ]]; then
                content=$value
            else
                [[ $value == *=* ]] || return
                content=${value#*=}
            fi
            _formpost_mark "$content"
            if [[ $mark == \; ]]; then
                last=$rest
                case $last in
                    type=*) _formpost_words "$1${value%"${last#*=}"}" "${last#*=}" \
                        @TYPES@ ;;
                    encoder=*) _formpost_words "$1${value%"${last#*=}"}" "${last#*=}" \
                        @ENCODERS@ ;;
                    headers=[@\<]*)
                        last=${last#headers=?}
                        _formpost_files "$1${value%"$last"}" "$last" -f inner ;;
                    *=*) ;;
                    *) compopt -o nospace
                        _formpost_words "$1${value%"$last"}" "$last" \
                        @PARAMETERS@ ;;
                esac
            elif [[ $content == [@\<]* ]]; then
                last=${content:1}
                [[ $content == @* && $mark == , && $3 != each ]] && last=$rest
                _formpost_files "$1${value%"$last"}" "$last" -f inner
            fi
        }

        # The value $2 of -w, with $1 in front of it.
        _formpost_write_out() {
            local name=${2##*%\{}
            if [[ $2 == *%\{* && $name != *\}* ]]; then
                compopt -o nospace
                _formpost_words "$1${2%"$name"}" "$name" \
                @VARIABLES@
            elif [[ $2 == @* ]]; then
                _formpost_files "$1@" "${2:1}" -f
            fi
        }

        # The value $2 of an option of the kind $3, with $1 in front of it.
        _formpost_value() {
            case $3 in
                form | each) _formpost_form "$1" "$2" "$3" ;;
                file) _formpost_files "$1" "$2" -f ;;
                directory) _formpost_files "$1" "$2" -d ;;
                field-directory) [[ $2 == *=* ]] && _formpost_files "$1${2%%=*}=" "${2#*=}" -d ;;
                at-file) [[ $2 == @* ]] && _formpost_files "$1@" "${2:1}" -f ;;
                capture)
                    [[ $2 == *=* ]] || return
                    compopt -o nospace
                    _formpost_words "$1${2%%=*}=" "${2#*=}" \
                    @CAPTURES@ ;;
                write-out) _formpost_write_out "$1" "$2" ;;
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
