import FormEncoding

extension OptionTable {
    static let form: [OptionSpec] = [
        .value(
            "form", short: "F", "name=content", .use(.form), as: .common, "Add text, @file or <file"
        ) {
            $0.form.fields.append(
                FormField(kind: .form, argument: $1.value, option: $1.option, place: $1.place))
        }.hiding(.field).explained("See FORM FIELDS for what may stand there."),
        .value("form-string", "name=text", .use(.text), as: .common, "Add text, taken literally") {
            $0.form.fields.append(
                FormField(kind: .string, argument: $1.value, option: $1.option, place: $1.place))
        }.hiding(.field).explained("Neither `@` nor `<`, `;` or quotes mean anything in it."),
        .flag("form-escape", "Escape quotes in names by backslash, not as %22") {
            $0.form.usesBackslashes = $1
        },
        .flag("form-lax", "Warn where curl does, and send what curl sends") {
            $0.form.isLax = $1
        }.explained("Without it, whatever curl would drop from an argument is an error."),
        .value("boundary", "text", .boundary, "Use this boundary between the parts") {
            $0.form.boundary = $1
        }.explained(
            """
            1 to 70 letters, digits and some signs. It makes a body reproducible; files are \
            searched for it before they are sent. Without it the boundary is random.
            """),
        .flag("chunked", "Stream what has no length, and spool nothing") {
            $0.form.isChunked = $1
        }.explained(
            """
            Standard input and pipes are sent as they come, by the transfer coding of \
            HTTP/1.1. Such a body cannot be sent a second time.
            """),
        .value("max-spool", "size", .size, "Refuse more than this from a pipe") {
            $0.form.maximumSpool = $1
        }.explained(
            "Without it there is no limit but the room in the directory of temporary files."),
    ]
}
