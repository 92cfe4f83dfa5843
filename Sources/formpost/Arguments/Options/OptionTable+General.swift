import FormEncoding
import FormUpload

extension OptionTable {
    static let general: [OptionSpec] = [
        .input(
            "config", short: "K", "file", .inputOrDash, .configuration,
            "Read options from a file (- is stdin)"
        ).onCurl(.omitted),
        .input(
            "variable", "name=text", .variable, .variable, "Set a variable for --expand-x"
        ).hiding(.variable).onCurl(.omitted),
        OptionSpec(
            "disable", short: "q", .none, "As first argument: no default configuration files",
            effect: .action { (use) throws(Failure) in
                throw .usage(
                    "\(use.option) must be the first argument: only there it keeps the default "
                        + "configuration file from being read")
            }
        ).onCurl(.omitted),
        OptionSpec(
            "help", short: "h", .optional("topic"), as: .common,
            "Help on all, a group or an option", effect: .action { .help(topic: $0.argument) }
        ).with(\.meaning, .helpTopic).onCurl(.omitted),
        OptionSpec(
            "version", short: "V", .none, as: .common,
            "Print the versions, and what libcurl can do",
            effect: .action { _ in .version }
        ).onCurl(.omitted),
        OptionSpec(
            "generate", .required("kind"), "Print the manual page or a shell completion",
            effect: .action { (use) throws(Failure) in
                .generate(try ValueKind<GeneratedText>.word.parse(use))
            }
        ).with(\.words, ValueKind<GeneratedText>.word.words).onCurl(.omitted),
    ]

    /// Options that decide which values are masked in all output.
    static let secrets: [OptionSpec] = [
        .sharedFlag("show-secrets", "Do not mask credentials in -v, --trace and -w") {
            $0.secrets.areShown = $1
        }.onCurl(.omitted),
        .sharedValue(
            "secret-field", "name", .nonEmpty, "Mask this form field, header or parameter too"
        ) {
            $0.secrets.fields.append($1)
        }.onCurl(.omitted),
        .sharedValue("secret-header", "name", .headerName, "Treat this header as a credential") {
            $0.secrets.headers.append($1)
        }.hiding(.header).onCurl(.omitted),
        .sharedValue("secret-variable", "name", .nonEmpty, "Mask the value of this variable") {
            $0.secrets.variables.append($1)
        }.onCurl(.omitted),
    ]
}
