import FormEncoding

/// A URL, or the file of `-T`, with curl's sets and ranges (curl(1), URL).
///
/// `{a,b}` is each of its texts, `[1-9]`, `[001-100]` and `[a-z]` are ranges, with a step after a
/// colon. A backslash before a brace or a bracket takes it literally, and within braces before any
/// byte. IPv6 addresses and `[]` are left alone. Each text is made when it is asked for.
struct URLGlob: Equatable, Sendable {
    /// Which part of the text varies, and how.
    enum Piece: Equatable, Sendable {
        case literal(ByteString)
        case set([ByteString])
        case letters(first: UInt8, last: UInt8, step: UInt8)
        /// `width` is the least number of digits: that of a first number with a leading zero.
        case numbers(first: Int64, last: Int64, step: Int64, width: Int)
    }

    /// Why a text is no glob.
    struct Problem: Error, Equatable, Sendable {
        var fact: Fact

        /// From 1 on, in bytes. It is curl 7.88's position, but right also after a set or an IPv6
        /// address.
        var column: Int
    }

    enum Fact: Equatable, Sendable {
        case unmatchedBrace, nestedBrace, emptySet, unexpectedBracket, unmatchedClose
        case badRange, badRangeSpecification, overflow, tooManyPieces
    }

    /// One text of the expansion.
    struct Match: Equatable, Sendable {
        var text: ByteString
        /// The text that each set or range stands for in it, in order: `#1` is the first.
        var values: [ByteString] = []
    }

    let pieces: [Piece]

    /// How many texts there are.
    let count: Int

    init(_ text: ByteString) throws(Problem) {
        var parser = URLGlobParser(text)
        pieces = try parser.pieces()
        count = Int(clamping: parser.count)
    }

    /// The text itself, as with `-g`.
    init(literal text: ByteString) {
        pieces = text.isEmpty ? [] : [.literal(text)]
        count = 1
    }

    /// Whether there is nothing but text.
    var isLiteral: Bool {
        pieces.allSatisfy { if case .literal = $0 { true } else { false } }
    }
}

extension URLGlob: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    /// The last piece varies fastest, as in curl.
    subscript(position: Int) -> Match {
        var rest = Int64(position)
        let values = pieces.reversed().map { piece in
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: piece.count)
            rest = quotient
            return piece.value(at: remainder)
        }
        var match = Match(text: "")
        for (piece, value) in zip(pieces, values.reversed()) {
            match.text += value
            if case .literal = piece { continue }
            match.values.append(value)
        }
        return match
    }
}

extension URLGlob.Match {
    /// The name of `-o` with the values in place of `#1`, `#2` and so on. As in curl, a number
    /// without a value is left as it is, and `#10` is the tenth value.
    func name(_ template: ByteString) -> ByteString {
        var name = ByteString()
        var rest = template.bytes[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(while: \.isDigit)
            guard byte == UInt8(ascii: "#"),
                let number = Int(String(decoding: digits, as: UTF8.self)),
                values.indices.contains(number - 1)
            else {
                name.append(byte)
                continue
            }
            name += values[number - 1]
            rest = rest[digits.endIndex...]
        }
        return name
    }
}

extension URLGlob.Piece {
    /// How many values it has.
    var count: Int64 {
        switch self {
        case .literal: 1
        case .set(let values): Int64(values.count)
        case .letters(let first, let last, let step): Int64((last - first) / step) + 1
        // A range of all numbers has one more than fits; its glob is refused.
        case .numbers(let first, let last, let step, _):
            (last - first) / step == .max ? .max : (last - first) / step + 1
        }
    }

    fileprivate func value(at position: Int64) -> ByteString {
        switch self {
        case .literal(let text): return text
        case .set(let values): return values[Int(position)]
        case .letters(let first, _, let step):
            return ByteString(bytes: [first + UInt8(position) * step])
        case .numbers(let first, _, let step, let width):
            let digits = String(first + position * step)
            return ByteString(String(repeating: "0", count: max(0, width - digits.count)) + digits)
        }
    }
}
