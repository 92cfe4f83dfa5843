import FormEncoding

extension OptionTable {
    static let request: [OptionSpec] = [
        .value("header", short: "H", "line|@file", .header, as: .common, "Add or remove a header") {
            $0.request.headers.append($1)
        },
        .value("request", short: "X", "method", .token, as: .common, "Use this method, not POST") {
            $0.request.method = $1
        },
        .value("url", "url", .text, "Upload to this URL") { $0.urls.append($1) },
        .refused("next", short: ":", "Begin another transfer") {
            .severalURLs(ByteString($0.option))
        },
    ]
}
