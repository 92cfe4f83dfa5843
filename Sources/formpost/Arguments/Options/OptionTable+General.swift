import FormEncoding
import FormUpload

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
        OptionSpec(
            "disable", short: "q", .none, "As first argument: no default configuration files"
        ) {
            (_, use) throws(UsageError) in throw .disableNotFirst(option: use.option)
        }.onCurl(.omitted).explained(
            "Anywhere else it is an error, because it would have no effect there."),
        OptionSpec(
            "help", short: "h", .optional("topic"), as: .common, "Help on all, a group or an option"
        ) { settings, use in
            settings.action = .help(topic: use.argument)
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

    /// Options that decide which values are masked in all output.
    static let secrets: [OptionSpec] = [
        .flag("show-secrets", "Do not mask credentials in -v, --trace and -w") {
            $0.output.showsSecrets = $1
        }.onCurl(.omitted).forAll().explained(
            """
            By default logins, tokens, cookies and the passwords and signatures of URLs are \
            shown as `[masked]`; see `--secret-header` and `--secret-variable`. What `-w` names of the response's head \
            (`%header{x}`, `%{header_json}`) is printed as it came.
            """),
        .value("secret-field", "name", .nonEmpty, "Mask this form field, header or parameter too") {
            $0.output.secretFields.append($1)
        }.onCurl(.omitted).forAll().explained(
            """
            As `--secret-header`, and the text of every form field and the value of every parameter \
            of a URL with this name is masked, too, also in the list of processes. Example: \
            `--secret-field ssn`.
            """),
        .value("secret-header", "name", .headerName, "Treat this header as a credential") {
            $0.output.secretHeaders.append($1)
        }.hiding(.header).onCurl(.omitted).forAll().explained(
            """
            The value of every header with this name, in any letter case, is masked in \
            messages, `-v`, `--trace` and by `--dry-run`, and goes to no \
            other host, port or scheme on a redirect (see `--location-trusted`). The option \
            can be given several times. \(SecretNames.rule) Example: `--secret-header \
            X-Tenant`.
            """),
        .value("secret-variable", "name", .nonEmpty, "Mask the value of this variable") {
            $0.output.secretVariables.append($1)
        }.onCurl(.omitted).forAll().explained(
            """
            As the values of variables that come from the environment or a file \
            (`--variable %NAME`, `--variable NAME@file`, `--bearer-env NAME`) and whose names say that \
            they are secrets: with a word that ends in \(SecretNames.variableEndings). From eight bytes \
            on, up to 8 KiB, they are masked wherever formpost prints them: in messages, `-v`, `--trace`, \
            `--dry-run`, `--progress json`, `%{x}` of `-w` and in the journal; also percent-encoded, in \
            JSON, Base64 and hexadecimal. `--curl` has `$NAME`. What the server answers (the response, \
            `-i`, `-D`, `%header{x}`, `%capture{x}`) and the exact bytes of `--dry-run=raw` and \
            `--dump-body` stay as they are. The option is for variables with other names, and for those \
            of `name=text` and `--capture`. A name that no option sets is exit status 2; in a configuration \
            file it may be that of other calls. Example: `--variable %DB --secret-variable DB`.
            """),
    ]
}
