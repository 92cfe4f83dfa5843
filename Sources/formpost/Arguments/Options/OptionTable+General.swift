import FormEncoding

extension OptionTable {
    private static let groups = OptionSpec.Group.allCases.map(\.rawValue).joined(separator: ", ")

    static let general: [OptionSpec] = [
        .value(
            "config", short: "K", "file", .file(.inputOrDash),
            "Read options from a file (- is stdin)"
        ) {
            $0.pendingInput = .configuration($1)
        }.onCurl(.omitted).explained(
            """
            The options count as if they stood on the command line in the place of `-K`; \
            FILES describes the syntax. Files may name other files, up to 10 deep. By \
            default only the machine's and the user's configuration files are read. Example: `-K upload.conf`.
            """),
        .value(
            "variable", "name=text", .variable, "Set a variable for --expand-x"
        ) {
            $0.pendingInput = .variable($1)
        }.hiding(.variable).onCurl(.omitted).explained(
            """
            `name=text`, `name@file` (`-` is standard input), `%name` for a variable of the \
            environment, or with a default `%name=text` and `%name@file`. VARIABLES describes where \
            `{{name}}` stands for it. A later one of the same name takes its place. By default no \
            variables are set. Example: `--variable %TOKEN --expand-oauth2-bearer '{{TOKEN}}'`.
            """),
        .refused(
            "disable", short: "q", as: .listed, "As first argument: no default configuration files"
        ) {
            .disableNotFirst(option: $0.option)
        }.onCurl(.omitted).explained(
            """
            Anywhere else it is an error, because it would have no effect there.
            """),
        .optionalValue(
            "help", short: "h", "topic", as: .common, "Help on all, a group or an option"
        ) {
            $0.action = .help(topic: $1)
        }.completing(.helpTopic).onCurl(.omitted).explained(
            """
            `all` lists every option. A group lists its options: \(groups). The name of an \
            option, with or without its dashes, explains it; `-F` explains the syntax of \
            forms. `write-out`, `files`, `variables`, `exit`, `examples`, `cookies`, `proxies` and \
            `environment` show these parts of this manual. `recipes` lists uploads to known services, and the name of one shows its command. \
            Without a topic, the most common options are listed.
            """),
        .command("version", short: "V", as: .common, "Print the versions, and what libcurl can do")
        {
            $0.action = .version
        }.onCurl(.omitted).explained(
            """
            What a report of a defect needs: the versions of formpost, Swift and libcurl, the commit, the \
            target, whether Swift's runtime is inside, the protocols of formpost, the features \
            of libcurl that it can use, whether formpost can pass options to it, and the configuration \
            files that are read.
            """),
        .value("generate", "kind", .word, "Print the manual page or a shell completion") {
            $0.action = .generate($1)
        }.onCurl(.omitted).explained(
            """
            `man` is this page. `complete-bash`, `complete-zsh` and `complete-fish` are \
            completions for these shells. Example: `formpost --generate complete-fish | \
            source`.
            """),
    ]
}
