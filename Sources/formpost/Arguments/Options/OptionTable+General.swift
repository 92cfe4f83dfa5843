import FormEncoding
import FormUpload

extension OptionTable {
    static let general: [OptionSpec] = [
        .value(
            "config", short: "K", "file", .file(.inputOrDash),
            "Read options from a file (- is stdin)"
        ) {
            $0.pendingInput = .configuration($1)
        }.onCurl(.omitted),
        .value(
            "variable", "name=text", .variable, "Set a variable for --expand-x"
        ) {
            $0.pendingInput = .variable($1)
        }.hiding(.variable).onCurl(.omitted),
        OptionSpec(
            "disable", short: "q", .none, "As first argument: no default configuration files"
        ) {
            (_, use) throws(UsageError) in throw .disableNotFirst(option: use.option)
        }.onCurl(.omitted),
        OptionSpec(
            "help", short: "h", .optional("topic"), as: .common, "Help on all, a group or an option"
        ) { settings, use in
            settings.action = .help(topic: use.argument)
        }.completing(.helpTopic).onCurl(.omitted),
        .command("version", short: "V", as: .common, "Print the versions, and what libcurl can do")
        {
            $0.action = .version
        }.onCurl(.omitted),
        .value("generate", "kind", .word, "Print the manual page or a shell completion") {
            $0.action = .generate($1)
        }.onCurl(.omitted),
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
