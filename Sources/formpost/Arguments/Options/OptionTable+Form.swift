extension OptionTable {
    static let form: [OptionSpec] = [
        .value(
            "form", short: "F", "name=content", .field(.form), as: .common, adding: \.form.fields
        ).hiding(.field).onCurl(.request),
        .value(
            "form-string", "name=text", .field(.string, .text), as: .common, adding: \.form.fields
        ).hiding(.field).onCurl(.request),
        .value("form-tree", "name=directory", .field(.tree, .tree), adding: \.form.fields)
            .withoutCaptures().onCurl(.request),
        .flag("form-tree-escape", \.form.escapesTrees).onCurl(.omitted).forForms(),
        .value("form-glob", "name=@pattern", .field(.glob), adding: \.form.fields)
            .withoutCaptures().onCurl(.request),
        .input("form-fields", "file", .inputOrDash, .fields).onCurl(.omitted),
        .flag("form-escape", \.form.usesBackslashes).onCurl(.request).forForms(),
        .flag("form-lax", \.form.isLax).onCurl(.omitted).forForms(),
        .value("boundary", "text", .boundary, \.form.boundary).onCurl(.missing).forForms(),
        .flag("chunked", \.form.isChunked).onCurl(.omitted),
        .flag("allow-growth", \.form.allowsGrowth).onCurl(.omitted),
        .value("max-spool", "size", .size, \.form.maximumSpool).onCurl(.missing),
    ]
}
