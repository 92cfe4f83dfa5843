import FormEncoding

/// One value of `--url-query`, in the notation of curl's `--data-urlencode`; files are not read
/// yet.
enum URLEncodedData: Equatable, Sendable {
    /// `+content`: added as it is.
    case literal([UInt8])
    /// `content`, `=content`, `name=content`: all but the name is encoded.
    case text(name: [UInt8], content: [UInt8])
    /// `@file`, `name@file`: a file's content is encoded; `-` is standard input.
    case file(name: [UInt8], InputFile)

    init(_ use: OptionUse) {
        let data = use.value
        let bytes = data.bytes
        let mark = bytes.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
        if bytes.first == UInt8(ascii: "+") {
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
    static func encoded(name: [UInt8], content: [UInt8]) -> [UInt8] {
        (name.isEmpty ? [] : name + [UInt8(ascii: "=")]) + escaped(content)
    }

    /// Encodes all but RFC 3986's unreserved characters as %xx, in lower case as curl does, and a
    /// blank as `+`.
    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { byte -> [UInt8] in
            if byte == UInt8(ascii: " ") { return [UInt8(ascii: "+")] }
            if byte.isDigit || (0x61...0x7A).contains(byte | 0x20) || "-._~".utf8.contains(byte) {
                return [byte]
            }
            return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}

extension ValueKind where Value == URLEncodedData {
    static var query: Self { Self(meaning: .query) { use in URLEncodedData(use) } }
}
