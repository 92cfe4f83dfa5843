import FormEncoding

/// One `-b`, as curl reads it: `name=value` is data, and anything else a file; so is all after an `@`.
/// Without a name there is no file.
enum CookieArgument: Equatable, Sendable {
    case data(ByteString)
    case file(ByteString)

    init(_ value: ByteString) {
        self =
            if value.bytes.first == UInt8(ascii: "@") {
                .file(ByteString(bytes: value.bytes.dropFirst()))
            } else if value.bytes.contains(UInt8(ascii: "=")) {
                .data(value)
            } else {
                .file(value)
            }
    }

    var data: ByteString? { if case .data(let data) = self { data } else { nil } }

    var file: ByteString? { if case .file(let path) = self { path } else { nil } }
}
