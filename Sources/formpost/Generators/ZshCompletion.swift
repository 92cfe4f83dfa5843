/// The completion for zsh: `--generate complete-zsh`.
enum ZshCompletion {
    static var text: String {
        script.replacingMarkers([
            "SPECS": OptionTable.visible.flatMap(specs).joined(separator: " \\\n        "),
            "PARAMETERS": FormParameters.names.map { $0 + "=" }.joined(separator: " "),
            "TYPES": FormParameters.types.joined(separator: " "),
            "ENCODERS": FormParameters.encoders.joined(separator: " "),
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
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += "\\[]:".contains($1) ? "\\\($1)" : "\($1)" }
    }

    private static let script = #"""
        #compdef formpost
        # zsh completion for formpost; made by formpost --generate complete-zsh

        # The value of -F: files behind =@ and =<, parameters behind a semicolon.
        _formpost_form() {
            if [[ $PREFIX == *=*\;* ]]; then
                case ${PREFIX##*;} in
                    (type=*) compset -P '*;type=' && compadd -X 'media type' -- @TYPES@ ;;
                    (encoder=*) compset -P '*;encoder=' && compadd -X encoder -- @ENCODERS@ ;;
                    (headers=[@\<]*) compset -P '*;headers=[@<]' && _files ;;
                    (*=*) _message text ;;
                    (*) compset -P '*;' && compadd -X parameter -S '' -- @PARAMETERS@ ;;
                esac
            elif compset -P 1 '*=@'; then
                compset -P '*,'
                _files
            elif compset -P 1 '*=(\\|)<'; then
                _files
            else
                _message 'name=text, name=@file or name=<file'
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
