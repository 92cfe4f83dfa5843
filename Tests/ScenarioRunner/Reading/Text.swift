/// A text of a scenario: bytes, names such as `$URL`, and gaps.
struct Text: Sendable {
    enum Piece: Sendable {
        case bytes([UInt8])
        /// Without its dollar sign.
        case name(String)
        /// `…`: any text within a line; alone on a line, any lines.
        case gap
    }

    var pieces: [Piece] = []

    /// No bytes.
    init() {}

    /// Reads escapes and names, and gaps unless `…` is to be sent.
    init(_ source: String, hasGaps: Bool) throws(Mistake) {
        let gap = Array("…".utf8)
        var bytes: [UInt8] = []
        func flush() {
            if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
            bytes = []
        }
        var rest = Array(source.utf8)[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\") {
                bytes.append(try Text.escape(&rest))
            } else if byte == UInt8(ascii: "$"), let name = Text.name(&rest) {
                flush()
                pieces.append(.name(name))
            } else if hasGaps, rest.starts(with: gap) {
                flush()
                pieces.append(.gap)
                rest = rest.dropFirst(gap.count)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        flush()
    }

    /// Takes an escape.
    private static func escape(_ rest: inout ArraySlice<UInt8>) throws(Mistake) -> UInt8 {
        let text = String(decoding: rest.prefix(4), as: UTF8.self)
        let simple: [(escape: String, byte: UInt8)] = [
            ("\\n", 10), ("\\r", 13), ("\\t", 9), ("\\0", 0), ("\\e", 27), ("\\\\", 92),
        ]
        if let (escape, byte) = simple.first(where: { text.hasPrefix($0.escape) }) {
            rest = rest.dropFirst(escape.utf8.count)
            return byte
        }
        guard text.hasPrefix("\\x"), text.utf8.count == 4,
            text.dropFirst(2).allSatisfy(\.isHexDigit),
            let byte = UInt8(text.dropFirst(2), radix: 16)
        else { throw Mistake("'\(text.prefix(2))' is no escape: a backslash is \\\\") }
        rest = rest.dropFirst(4)
        return byte
    }

    /// Takes a name and its dollar sign.
    private static func name(_ rest: inout ArraySlice<UInt8>) -> String? {
        let word = rest.dropFirst().prefix { Character(UnicodeScalar($0)).isNameCharacter }
        let name = String(decoding: word, as: UTF8.self)
        guard Names.has(name) else { return nil }
        rest = rest.dropFirst(1 + word.count)
        return name
    }
}

extension Text {
    /// The bytes, with the values of names.
    func bytes(_ names: Names) -> [UInt8] { pieces.flatMap { $0.bytes(names) } }

    /// The bytes as text: a path, say.
    func string(_ names: Names) -> String { String(decoding: bytes(names), as: UTF8.self) }
}

extension Text {
    /// The exit status of its last `formpost: (N)`.
    var status: Int32? {
        let bytes = pieces.flatMap { piece -> [UInt8] in
            if case .bytes(let bytes) = piece { bytes } else { [] }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let last = text.split(separator: "formpost: (", omittingEmptySubsequences: false)
            .dropFirst().last
        return last.flatMap { $0.cut(at: ")") }.flatMap { Int32($0.before) }
    }
}

extension Text.Piece {
    func bytes(_ names: Names) -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .name(let name): Array(names[name].utf8)
        case .gap: Array("…".utf8)
        }
    }
}
