/// A function for the value of a variable.
enum TemplateFunction: Hashable, Sendable {
    case trim, json, url, base64, fromBase64
    case digest(Digest)
    case hex, size, name, stem, ext, directory, modified
}

extension TemplateFunction {
    /// Whether the content of a file cannot be told from the result.
    var hidesContent: Bool {
        switch self {
        case .trim, .json, .url, .base64, .fromBase64, .hex: false
        case .digest, .size, .name, .stem, .ext, .directory, .modified: true
        }
    }

    init?(_ name: String) {
        guard let row = Self.rows.first(where: { $0.name == name }) else { return nil }
        self = row.function
    }

    /// As it is written in a template.
    var spelling: String { Self.rows.first { $0.function == self }?.name ?? "" }

    /// All functions, with their meanings for the manual; literal text is in backticks.
    static let rows: [(name: String, function: TemplateFunction, meaning: String)] = [
        ("trim", .trim, "Without white space at both ends."),
        ("json", .json, "Escaped as in a JSON string, without its quotes."),
        ("url", .url, "Percent-encoded: letters, digits and `-._~` stay."),
        ("b64", .base64, "In Base64. After a digest, of its bytes: `{{wheel:md5:b64}}`."),
        ("64dec", .fromBase64, "Decoded from Base64, or `[64dec-fail]`, as in curl."),
        ("sha256", .digest(.sha256), digestMeaning),
        ("sha512", .digest(.sha512), "The same with SHA-512."),
        ("sha1", .digest(.sha1), "The same with SHA-1."),
        ("md5", .digest(.md5), "The same with MD5."),
        ("crc32", .digest(.crc32), "The same with CRC-32, as zlib and zip have it."),
        ("hex", .hex, "Each byte as two hexadecimal digits in lower case."),
        ("size", .size, "How many bytes it has."),
        ("name", .name, "The last component of the path: `b.tar.gz` of `a/b.tar.gz`."),
        ("stem", .stem, "The name without its last extension: `b.tar`."),
        ("ext", .ext, "The last extension without its dot: `gz`."),
        ("dir", .directory, "The directory of the path, without a slash at the end: `a`."),
        ("mtime", .modified, "When the file was last written, in UTC: `2026-11-22T04:05:06Z`."),
    ]

    static let names = rows.map(\.name)

    private static let digestMeaning =
        "The SHA-256 digest in hexadecimal, in lower case. A file is read as a stream, whatever its "
        + "size, and one that has changed when it is sent is exit status 26."
}
