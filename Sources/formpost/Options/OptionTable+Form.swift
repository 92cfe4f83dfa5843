import FormEncoding

extension OptionTable {
    static let form: [OptionSpec] = [
        .value("form", short: "F", "name=content", .use, as: .common, "Add text, @file or <file") {
            $0.form.fields.append(
                FormField(kind: .form, argument: $1.value, option: $1.option, place: $1.place))
        },
        .value("form-string", "name=text", .use, as: .common, "Add text, taken literally") {
            $0.form.fields.append(
                FormField(kind: .string, argument: $1.value, option: $1.option, place: $1.place))
        },
        .flag("form-escape", "Escape quotes in names by backslash, not as %22") {
            $0.form.usesBackslashes = $1
        },
        .flag("form-lax", "Warn where curl does, and send what curl sends") {
            $0.form.isLax = $1
        },
        .value("boundary", "text", .boundary, "Use this boundary between the parts") {
            $0.form.boundary = $1
        },
        .flag("chunked", "Stream what has no length, and spool nothing") {
            $0.form.isChunked = $1
        },
        .value("max-spool", "size", .size, "Refuse more than this from a pipe") {
            $0.form.maximumSpool = $1
        },
    ]
}
