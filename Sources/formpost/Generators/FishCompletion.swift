/// The completion for fish: `--generate complete-fish`.
enum FishCompletion {
    static var text: String {
        script.replacingMarkers([
            "LETTERS": OptionTable.visible.filter { [.form, .fileAfterAt].contains($0.completion) }
                .compactMap { $0.short.map(String.init) }.joined(),
            "OPTIONS": OptionTable.visible.flatMap(lines).joined(separator: "\n"),
            "PARAMETERS": FormParameters.names.map { $0 + "=" }.joined(separator: " "),
            "TYPES": FormParameters.types.joined(separator: " "),
            "ENCODERS": FormParameters.encoders.joined(separator: " "),
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

        # The value of -F: files behind =@ and =<, parameters behind a semicolon.
        function __formpost_form
            set -l value (__formpost_value)
            set -l found
            if set found (string match -r '^([^=]*=.*;encoder=)[^;]*$' -- $value)
                printf '%s\n' $found[2](string split ' ' -- '@ENCODERS@')
            else if set found (string match -r '^([^=]*=.*;type=)[^;]*$' -- $value)
                printf '%s\n' $found[2](string split ' ' -- '@TYPES@')
            else if set found (string match -r '^([^=]*=.*;headers=[@<])([^;]*)$' -- $value)
                __formpost_files $found[2] $found[3]
            else if set found (string match -r '^([^=]*=.*;)[^;=]*$' -- $value)
                printf '%s\n' $found[2](string split ' ' -- '@PARAMETERS@')
            else if set found (string match -r '^([^=]*=@(?:.*,)?)([^;,]*)$' -- $value)
                __formpost_files $found[2] $found[3]
            else if set found (string match -r '^([^=]*=<)([^;]*)$' -- $value)
                __formpost_files $found[2] $found[3]
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
