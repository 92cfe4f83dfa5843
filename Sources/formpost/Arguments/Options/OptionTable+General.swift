extension OptionTable {
    static let general: [OptionSpec] = [
        .input("config", short: "K", "file", .inputOrDash, .configuration).onCurl(.omitted),
        .input("variable", "name=text", .variable, .variable).hiding(.variable).onCurl(.omitted),
        OptionSpec(
            "disable", short: "q", .none,
            effect: .action { (use) throws(Failure) in
                throw .usage(
                    "\(use.option) must be the first argument: only there it keeps the default "
                        + "configuration file from being read")
            }
        ).onCurl(.omitted),
        OptionSpec(
            "help", short: "h", .optional("topic"), as: .common,
            effect: .action { .help(topic: $0.argument) }
        ).with(\.meaning, .helpTopic).onCurl(.omitted),
        OptionSpec("version", short: "V", .none, as: .common, effect: .action { _ in .version })
            .onCurl(.omitted),
        OptionSpec(
            "generate", .required("kind"),
            effect: .action { (use) throws(Failure) in
                .generate(try ValueKind<GeneratedText>.word.parse(use))
            }
        ).with(\.words, ValueKind<GeneratedText>.word.words).onCurl(.omitted),
    ]

    /// Options that decide which values are masked in all output.
    static let secrets: [OptionSpec] = [
        .sharedFlag("show-secrets", \.secrets.areShown).onCurl(.omitted),
        .sharedValue("secret-field", "name", .nonEmpty) {
            $0.secrets.fields.append($1)
        }.onCurl(.omitted),
        .sharedValue("secret-header", "name", .headerName) {
            $0.secrets.headers.append($1)
        }.hiding(.header).onCurl(.omitted),
        .sharedValue("secret-variable", "name", .nonEmpty) {
            $0.secrets.variables.append($1)
        }.onCurl(.omitted),
    ]
}
