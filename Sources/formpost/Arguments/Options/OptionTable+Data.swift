extension OptionTable {
    static let data: [OptionSpec] = [
        .value("data", short: "d", "data", .data(.text), adding: \.data.pieces).hiding(.data),
        .value("data-ascii", "data", .data(.text), adding: \.data.pieces).hiding(.data),
        .value("data-raw", "data", .data(.raw), adding: \.data.pieces).hiding(.data),
        .value("data-binary", "data", .data(.binary), adding: \.data.pieces).hiding(.data),
        .value("data-urlencode", "data", .data(.urlEncoded), adding: \.data.pieces).hiding(.data),
        .value("json", "data", .data(.json), adding: \.data.pieces).hiding(.data),
        .flag("get", short: "G", \.data.isQuery),
        .value("upload-file", short: "T", "file", .upload, adding: \.data.files).onCurl(.request),
    ]
}
