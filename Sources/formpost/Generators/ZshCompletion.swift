/// The completion for zsh: `--generate complete-zsh`.
enum ZshCompletion {
    static var text: String {
        script.replacingMarkers([
            "SPECS": OptionTable.visible.flatMap(specs).joined(separator: " \\\n        "),
            "PARAMETERS": FormParameters.names.map { $0 + "=" }.joined(separator: " "),
            "TYPES": FormParameters.types.joined(separator: " "),
            "ENCODERS": FormParameters.encoders.joined(separator: " "),
            "CAPTURES": ValueWords.captures.joined(separator: " "),
            "VARIABLES": ValueWords.variables.map(ShellQuoting.posix).joined(separator: " "),
        ])
    }

    /// The specs of an option and its negation for `_arguments`.
    private static func specs(_ row: OptionSpec) -> [String] {
        let names = [row.shortName, row.longName].compactMap { $0 }
        if case .attached(let argument) = row.argument {
            return [spec("*\(row.longName)=-", "[\(escaped(row.help))]::\(escaped(argument)):")]
        }
        guard let completion = row.completion else {
            let excluded = (names + [row.negation].compactMap { $0 }).joined(separator: " ")
            let on = names.map { spec("(\(excluded))\($0)", "[\(escaped(row.help))]") }
            let off = row.negation.map {
                spec("(\(excluded))\($0)", "[\(escaped("opposite of " + row.longName))]")
            }
            return on + [off].compactMap { $0 }
        }
        let action = ":\(escaped(argumentName(row))):\(action(completion))"
        let optional = if case .optional = row.argument { ":" } else { "" }
        return names.map { name in
            // The value is attached or apart; for long options also after `=`.
            spec(
                "*\(name)\(name.hasPrefix("--") ? "=" : "+")",
                "[\(escaped(row.help))]\(optional)\(action)")
        }
    }

    private static func spec(_ name: String, _ rest: String) -> String {
        ShellQuoting.posix(name + rest)
    }

    private static func argumentName(_ row: OptionSpec) -> String {
        switch row.argument {
        case .none: ""
        case .required(let name), .optional(let name), .attached(let name): name
        }
    }

    private static func action(_ completion: ValueCompletion) -> String {
        switch completion {
        case .free: ""
        case .file: "_files"
        case .directory: "_files -/"
        case .fileAfterAt: "_formpost_at_file"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .form: "_formpost_form"
        case .each: "_formpost_form each"
        case .directoryOfField: "_formpost_field_directory"
        case .capture: "_formpost_capture"
        case .writeOut: "_formpost_write_out"
        case .helpTopic: action(.words(HelpText.words))
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += "\\[]:".contains($1) ? "\\\($1)" : "\($1)" }
    }

    private static let script = #"""
        #compdef formpost
        # zsh completion for formpost; made by formpost --generate complete-zsh

        # Files; names with one of ;," get the double quotes that -F needs.
        _formpost_files() {
            local typed=$PREFIX mark='\"' open='' name
            local -a names directories
            [[ $compstate[quote] == \' ]] && mark='"'
            if [[ $PREFIX == (\\|)\"* ]]; then
                compset -P 1 '*"'
                open=1 typed=$PREFIX
            fi
            [[ -z $compstate[quote] ]] && typed=${(Q)typed}
            for name in ${~${(b)typed}}*(N); do
                [[ -n $open || $name == *[\;,\"]* ]] || continue
                if [[ -d $name ]]; then
                    directories+=(${name//\"/\\\"})
                else
                    names+=(${name//\"/\\\"}\")
                fi
            done
            [[ -n $open ]] && mark=''
            compadd -P "$mark" -a names
            compadd -P "$mark" -S / -q -a directories
            [[ -n $open ]] || _files -F '(*[;,"]*)'
        }

        # Finds the last semicolon of a field or, without one, its last comma, outside of double quotes:
        # $mark is that character, and $count how many characters there are with it.
        _formpost_mark() {
            local text=$PREFIX open='' escaped='' content='' i c
            mark='' count=0
            for ((i = 1; i <= $#text; i++)); do
                c=$text[i]
                if [[ $compstate[quote] != \' && $c == \\ ]]; then
                    c=$text[++i]
                fi
                if [[ -n $escaped ]]; then
                    escaped=''
                elif [[ -z $content ]]; then
                    [[ $c == '=' ]] && content=1
                elif [[ -n $open && $c == \\ ]]; then
                    escaped=1
                elif [[ $c == \" ]]; then
                    [[ -n $open ]] && open='' || open=1
                elif [[ -z $open && ($c == \; || ($c == , && $mark != \;)) ]]; then
                    mark=$c count=$i
                fi
            done
        }

        # The value of -F or, with each as the last argument, of --each: files behind @ and <, and parameters
        # behind a semicolon.
        _formpost_form() {
            local mark count
            _formpost_mark
            if [[ $mark == \; ]]; then
                compset -p $count
                case $PREFIX in
                    (type=*) compset -P 'type=' && compadd -X 'media type' -- @TYPES@ ;;
                    (encoder=*) compset -P 'encoder=' && compadd -X encoder -- @ENCODERS@ ;;
                    (headers=(@|(\\|)\<)*) compset -P 1 '*[@<]' && _formpost_files ;;
                    (*=*) _message text ;;
                    (*) compadd -X parameter -S '' -- @PARAMETERS@ ;;
                esac
            elif [[ $mark == , && $PREFIX == [^=]#=@* && $@[-1] != each ]]; then
                compset -p $count
                _formpost_files
            elif [[ $@[-1] == each && $PREFIX == @* ]]; then
                compset -P 1 '@'
                _formpost_files
            elif compset -P 1 '*=@'; then
                _formpost_files
            elif [[ $PREFIX == [^=]#=(\\|)\<* || $@[-1] == each && $PREFIX == (\\|)\<* ]]; then
                compset -P 1 '*<'
                _formpost_files
            else
                _message 'name=text, name=@file or name=<file'
            fi
        }

        _formpost_field_directory() {
            if compset -P 1 '*='; then
                _files -/
            else
                _message 'name=directory'
            fi
        }

        _formpost_capture() {
            if compset -P 1 '*='; then
                compadd -X source -S '' -- @CAPTURES@
            else
                _message 'name=source'
            fi
        }

        _formpost_write_out() {
            if [[ $PREFIX == *%(\\|)\{[^}]# ]]; then
                compset -P '*{'
                compadd -X variable -S '' -- @VARIABLES@
            else
                _formpost_at_file
            fi
        }

        _formpost_at_file() {
            if compset -P '@'; then
                _files
            else
                _message 'text or @file'
            fi
        }

        _formpost() {
            _arguments -s -S \
                @SPECS@ \
                '*:URL:_urls'
        }

        if [[ $funcstack[1] == _formpost ]]; then
            _formpost "$@"
        else
            compdef _formpost formpost
        fi

        """#
}
