import FormEncoding

/// The value of `--each`: a field whose files are sent in one request each.
///
/// `name=@pattern` or `name=<list`, perhaps with parameters of `-F` after a semicolon; quotes around
/// the pattern or the list are those of `-F`.
struct EachArgument: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        case pattern(ByteString)
        /// A file with paths; `-` is standard input.
        case list(ByteString)
    }

    let name: ByteString
    let source: Source
    /// What follows, with its semicolon.
    private let parameters: ByteString

    init?(_ text: ByteString) {
        let bytes = text.bytes
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals + 1 < bytes.count else {
            return nil
        }
        var rest = bytes[(equals + 2)...]
        guard let word = Self.takeWord(from: &rest), !word.isEmpty else { return nil }
        guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
        switch bytes[equals + 1] {
        case UInt8(ascii: "@"): source = .pattern(ByteString(bytes: word))
        case UInt8(ascii: "<"): source = .list(ByteString(bytes: word))
        default: return nil
        }
        name = ByteString(bytes: bytes[..<equals])
        parameters = ByteString(bytes: rest)
    }

    var readsStandardInput: Bool { source == .list("-") }

    /// The value of `-F` for one file, whose path is taken literally.
    func argument(for path: ByteString) -> ByteString {
        let special = "\"\\".utf8
        let quoted = path.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        let quote = [UInt8(ascii: "\"")]
        return ByteString(
            bytes: name.bytes + Array("=@".utf8) + quote + quoted + quote + parameters.bytes)
    }

    /// Text in quotes, or up to a semicolon; a backslash before one is a pattern's.
    private static func takeWord(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        var word: [UInt8] = []
        guard rest.first == UInt8(ascii: "\"") else {
            while let byte = rest.first, byte != UInt8(ascii: ";") {
                word.append(rest.removeFirst())
                if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { word.append(next) }
            }
            return word
        }
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return word
            case UInt8(ascii: "\\") where rest.first.map("\"\\".utf8.contains) ?? false:
                word.append(rest.removeFirst())
            default: word.append(byte)
            }
        }
        return nil
    }
}
