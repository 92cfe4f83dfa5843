import FormEncoding

extension OptionTable {
    static let form: [OptionSpec] = fields + encoding

    private static let fields: [OptionSpec] = [
        .value(
            "form", short: "F", "name=content", .use(.form), as: .common, "Add text, @file or <file"
        ) {
            $0.form.fields.append(FormField(.form, $1))
        }.hiding(.field).onCurl(.request),
        .value("form-string", "name=text", .use(.text), as: .common, "Add text, taken literally") {
            $0.form.fields.append(FormField(.string, $1))
        }.hiding(.field).onCurl(.request),
        .value("form-tree", "name=directory", .use(.tree), "Add the files of a directory") {
            $0.form.fields.append(FormField(.tree, $1))
        }.withoutCaptures().onCurl(.request),
        .flag("form-tree-escape", "Escape the filenames of --form-tree as ipfs add does") {
            $0.form.escapesTrees = $1
        }.onCurl(.omitted).forForms(),
        .value("form-glob", "name=@pattern", .use(.form), "Add the files that match a pattern") {
            $0.form.fields.append(FormField(.glob, $1))
        }.withoutCaptures().onCurl(.request),
        .input("form-fields", "file", .inputOrDash, .fields, "Add the fields of a JSON object")
            .onCurl(.omitted),
    ]

    private static let encoding: [OptionSpec] = [
        .flag("form-escape", "Escape quotes in names with a backslash") {
            $0.form.usesBackslashes = $1
        }.onCurl(.request).forForms(),
        .flag("form-lax", "Warn where curl warns, and send what curl sends") {
            $0.form.isLax = $1
        }.onCurl(.omitted).forForms(),
        .value("boundary", "text", .boundary, "Use this boundary between the parts") {
            $0.form.boundary = $1
        }.onCurl(.missing).forForms(),
        .flag("chunked", "Stream pipes with no length, and spool nothing") {
            $0.form.isChunked = $1
        }.onCurl(.omitted),
        .flag("allow-growth", "Send growing files as they were at the start") {
            $0.form.allowsGrowth = $1
        }.onCurl(.omitted),
        .value("max-spool", "size", .size, "Largest input to accept from a pipe") {
            $0.form.maximumSpool = $1
        }.onCurl(.missing),
    ]
}
