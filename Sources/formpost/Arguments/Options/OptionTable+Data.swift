import FormEncoding

extension OptionTable {
    static let data: [OptionSpec] = pieces + places

    private static let pieces: [OptionSpec] = [
        .value("data", short: "d", "data", .data(.text), "Send data, or @file") {
            $0.data.pieces.append($1)
        }.hiding(.data),
        .value("data-ascii", "data", .data(.text), "Send data as -d does") {
            $0.data.pieces.append($1)
        }.hiding(.data),
        .value("data-raw", "data", .data(.raw), "Send data, taken literally") {
            $0.data.pieces.append($1)
        }.hiding(.data),
        .value("data-binary", "data", .data(.binary), "Send data, or @file byte for byte") {
            $0.data.pieces.append($1)
        }.hiding(.data),
        .value("data-urlencode", "data", .data(.urlEncoded), "Send data, URL-encoded") {
            $0.data.pieces.append($1)
        }.hiding(.data),
        .value("json", "data", .data(.json), "Send JSON, or @file") {
            $0.data.pieces.append($1)
        }.hiding(.data),
    ]

    private static let places: [OptionSpec] = [
        .flag("get", short: "G", "Send the data in the URL of a GET request") {
            $0.data.isQuery = $1
        },
        .value("upload-file", short: "T", "file", .upload, "Send a file with PUT") {
            $0.data.files.append($1)
        }.onCurl(.request),
    ]
}
