import FormEncoding

/// One value of `--data-urlencode` or `--url-query`, before a file is opened.
enum URLEncodedData: Equatable, Sendable {
    /// `+content` of `--url-query`: as it is.
    case literal([UInt8])
    /// `content`, `=content`, `name=content`: all but the name is encoded.
    case text(name: [UInt8], content: [UInt8])
    /// `@file`, `name@file`: a file's content is encoded; `-` is standard input.
    case file(name: [UInt8], InputFile)

    init(_ use: OptionUse, takesLiterals: Bool = true) {
        let data = use.value
        let bytes = data.bytes
        let mark = bytes.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
        if takesLiterals, bytes.first == UInt8(ascii: "+") {
            self = .literal(Array(bytes.dropFirst()))
        } else if let mark, bytes[mark] == UInt8(ascii: "@"), !bytes.contains(UInt8(ascii: "=")) {
            self = .file(
                name: Array(bytes[..<mark]),
                InputFile(use, path: ByteString(bytes: bytes[(mark + 1)...])))
        } else if let mark = bytes.firstIndex(of: UInt8(ascii: "=")) {
            self = .text(name: Array(bytes[..<mark]), content: Array(bytes[(mark + 1)...]))
        } else {
            self = .text(name: [], content: bytes)
        }
    }

    /// `name=` in front of the encoded content, if there is a name.
    static func encoded(
        name: [UInt8], content: [UInt8], _ encoding: PercentEncoding
    ) -> [UInt8] {
        (name.isEmpty ? [] : name + [UInt8(ascii: "=")]) + encoding.escaping(content)
    }
}

extension ValueKind where Value == URLEncodedData {
    static var query: Self { Self(meaning: .query) { use in URLEncodedData(use) } }
}
