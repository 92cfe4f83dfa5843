/// The completion for fish: `--generate complete-fish`.
enum FishCompletion {
    static var text: String {
        script.replacingMarkers([
            "LETTERS": OptionTable.visible.filter { row in
                [.form, .fileAfterAt, .writeOut].contains(row.completion)
            }.compactMap { $0.short.map(String.init) }.joined(),
            "OPTIONS": OptionTable.visible.flatMap(lines).joined(separator: "\n"),
            "PARAMETERS": FormParameters.names.map { $0 + "=" }.joined(separator: " "),
            "TYPES": FormParameters.types.joined(separator: " "),
            "ENCODERS": FormParameters.encoders.joined(separator: " "),
            "CAPTURES": ValueWords.captures.joined(separator: " "),
            "VARIABLES": ValueWords.variables.joined(separator: " "),
        ])
    }

    /// A `complete` for an option and one for its opposite.
    private static func lines(_ row: OptionSpec) -> [String] {
        var words = ["complete -c formpost"]
        if let short = row.short { words.append("-s \(ShellQuoting.fish("\(short)"))") }
        words.append("-l \(row.long)")
        if let completion = row.completion { words.append(argument(completion)) }
        words.append("-d \(ShellQuoting.fish(row.help))")
        var lines = [words.joined(separator: " ")]
        if row.isNegatable {
            let help = ShellQuoting.fish("Opposite of \(row.longName)")
            lines.append("complete -c formpost -l no-\(row.long) -d \(help)")
        }
        return lines
    }

    private static func argument(_ completion: ValueCompletion) -> String {
        switch completion {
        case .free: "-x"
        case .file: "-r -F"
        case .directory: "-x -a '(__fish_complete_directories)'"
        case .fileAfterAt: "-x -a '(__formpost_at_file)'"
        case .words(let words): "-x -a \(ShellQuoting.fish(words.joined(separator: " ")))"
        case .form: "-x -a '(__formpost_form)'"
        case .each: "-x -a '(__formpost_form each)'"
        case .directoryOfField: "-x -a '(__formpost_field_directory)'"
        case .capture: "-x -a '(__formpost_capture)'"
        case .writeOut: "-x -a '(__formpost_write_out)'"
        case .helpTopic: argument(.words(HelpText.words))
        }
    }

    private static let script = #"""
        # fish completion for formpost; made by formpost --generate complete-fish

        # The value that is being completed, without the option it is attached to and an open quote.
        function __formpost_value
            set -l token (string trim -l -c '\'"' -- (commandline -ct))
            string replace -r '^(--[a-z0-9.-]+=|-[A-Za-z0-9]*?[@LETTERS@])' '' -- $token
        end

        # The files that begin with $argv[2], with $argv[1] in front of each.
        function __formpost_files
            for path in (complete -C "__formpost_none "(string escape -n -- $argv[2]) | string replace -r '\t.*' '')
                printf '%s\n' $argv[1]$path
            end
        end

        # The same; names with one of ;," get the double quotes that -F needs.
        function __formpost_quoted_files
            set -l typed (string replace -r '^"' '' -- $argv[2])
            for path in (__formpost_files '' (string replace -a '\\"' '"' -- $typed))
                if string match -qr '^"' -- $argv[2]; or string match -qr '[;,"]' -- $path
                    set path '"'(string replace -a '"' '\\"' -- $path)
                    string match -q '*/' -- $path; or set path $path'"'
                end
                printf '%s\n' $argv[1]$path
            end
        end

        # The value of -F or (each) --each: files behind =@ and =<, parameters behind a semicolon outside
        # of double quotes.
        function __formpost_form
            set -l value (__formpost_value)
            set -l found
            set -l before '^([^=]*=(?:"(?:[^"\\\\]|\\\\.)*"|[^"])*;'
            set -l file '((?:"(?:[^"\\\\]|\\\\.)*)?|[^";,]*)$'
            set -l list '^([^=]*=@(?:(?:"(?:[^"\\\\]|\\\\.)*"|[^";,])*,)*)'
            set -l input '^([^=]*=<)'
            test "$argv" = each
            and set list '^((?:[^=]*=)?@)' input '^((?:[^=]*=)?<)' file '((?:"(?:[^"\\\\]|\\\\.)*)?|[^";]*)$'
            if set found (string match -r $before'encoder=)[^;"]*$' -- $value)
                printf '%s\n' $found[2](string split ' ' -- '@ENCODERS@')
            else if set found (string match -r $before'type=)[^;"]*$' -- $value)
                printf '%s\n' $found[2](string split ' ' -- '@TYPES@')
            else if set found (string match -r $before'headers=[@<])'$file -- $value)
                __formpost_quoted_files $found[2] $found[3]
            else if set found (string match -r $before')[^;="]*$' -- $value)
                printf '%s\n' $found[2](string split ' ' -- '@PARAMETERS@')
            else if set found (string match -r $list$file -- $value)
                __formpost_quoted_files $found[2] $found[3]
            else if set found (string match -r $input$file -- $value)
                __formpost_quoted_files $found[2] $found[3]
            end
        end

        function __formpost_field_directory
            set -l found (string match -r '^([^=]*=)(.*)$' -- (__formpost_value))
            and for path in (__formpost_files $found[2] $found[3])
                string match -- '*/' $path
            end
        end

        function __formpost_capture
            set -l found (string match -r '^([^=]*=)[^=]*$' -- (__formpost_value))
            and printf '%s\n' $found[2](string split ' ' -- '@CAPTURES@')
        end

        function __formpost_write_out
            set -l found
            if set found (string match -r '^(.*%\\{)[^}]*$' -- (__formpost_value))
                printf '%s\n' $found[2](string split ' ' -- '@VARIABLES@')
            else
                __formpost_at_file
            end
        end

        function __formpost_at_file
            set -l found (string match -r '^(@)(.*)$' -- (__formpost_value))
            and __formpost_files $found[2] $found[3]
        end

        complete -c formpost -f
        @OPTIONS@

        """#
}
