import FormEncoding

extension OptionTable {
    static let general: [OptionSpec] = [
        .value(
            "config", short: "K", "file", .file(.inputOrDash),
            "Read options from a file, - is stdin"
        ) {
            $0.config = $1
        }.explained(
            """
            The options count as if they stood here on the command line; see FILES for how they \
            are written. `-` is standard input. Files may name other files in turn, up to 10 deep.
            """),
        .refused(
            "disable", short: "q", as: .listed, "As first argument: no default configuration file"
        ) {
            .disableNotFirst(option: $0.option)
        },
        .optionalValue(
            "help", short: "h", "topic", as: .common, "Help on all, a group or an option"
        ) {
            $0.action = .help(topic: $1)
        }.offering(HelpText.topics),
        .command("version", short: "V", as: .common, "Print the versions, and what libcurl can") {
            $0.action = .version
        },
        .value("generate", "kind", .word, "Print the manual page or a shell's completions") {
            $0.action = .generate($1)
        }.explained(
            """
            `man` is this page; `complete-bash`, `complete-zsh` and `complete-fish` are what these \
            shells need to complete options, their files and their values.
            """),
    ]
}
