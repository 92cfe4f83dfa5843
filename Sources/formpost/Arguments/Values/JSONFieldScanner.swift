import FormEncoding

/// Reads JSON strictly (RFC 8259), as far as fields need it: each method consumes what it names.
struct JSONFieldScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = Array(bytes.withoutMark)
        skipBlanks()
    }

    var isAtObject: Bool { next == UInt8(ascii: "{") }
    var isAtList: Bool { next == UInt8(ascii: "[") }
    var isAtString: Bool { next == UInt8(ascii: "\"") }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// An object; `member` gets each name and its place, and consumes the value.
    mutating func object(
        _ member: (inout Self, ByteString, Int) throws(JSONFields.Problem) -> Void
    ) throws(JSONFields.Problem) {
        try expect(UInt8(ascii: "{"), "an object: '{'")
        if skip(UInt8(ascii: "}")) { return }
        repeat {
            let place = position
            guard isAtString else { throw expected("a name in double quotes") }
            let name = try string()
            try expect(UInt8(ascii: ":"), "':'")
            try member(&self, name, place)
        } while skip(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"), "',' or '}'")
    }

    /// A list; `element` gets the index of each, and consumes it.
    mutating func list(
        _ element: (inout Self, Int) throws(JSONFields.Problem) -> Void
    ) throws(JSONFields.Problem) {
        try expect(UInt8(ascii: "["), "a list: '['")
        if skip(UInt8(ascii: "]")) { return }
        var index = 0
        repeat {
            try element(&self, index)
            index += 1
        } while skip(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"), "',' or ']'")
    }

    mutating func value(of name: ByteString) throws(JSONFields.Problem) -> ByteString {
        let place = position
        let kind = isAtObject ? "an object" : isAtList ? "a list" : "null"
        if kind == "null", let text = try scalar() { return text }
        throw problem(
            "\(Messages.quoted(name)) is \(kind), which cannot be sent as text", at: place)
    }

    /// A string, or a number or boolean as it is written; `nil` for `null`.
    mutating func scalar() throws(JSONFields.Problem) -> ByteString? {
        if isAtString { return try string() }
        if next.map({ $0.isDigit || $0 == UInt8(ascii: "-") }) ?? false { return try number() }
        for word: ByteString in ["true", "false", "null"]
        where bytes[position...].starts(with: word) {
            position += word.count
            skipBlanks()
            return word == "null" ? nil : word
        }
        throw expected("a string in double quotes, a number, true or false")
    }

    /// Takes any value, and returns it as it is written.
    mutating func skippedValue() throws(JSONFields.Problem) -> ArraySlice<UInt8> {
        let start = position
        _ = try find(nil)
        return bytes[start..<position]
    }

    func end() throws(JSONFields.Problem) {
        guard next == nil else { throw expected("the end of the file") }
    }

    /// The problem that another token should stand here: `':'`.
    func expected(_ token: String) -> JSONFields.Problem {
        problem("not JSON: here should be \(token)")
    }

    func problem(_ text: String, at place: Int? = nil) -> JSONFields.Problem {
        let before = bytes[..<(place ?? position)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // The bytes that continue a character of UTF-8 do not count.
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        return JSONFields.Problem(text: text, line: line, column: column)
    }

    private mutating func expect(_ byte: UInt8, _ name: String) throws(JSONFields.Problem) {
        guard skip(byte) else { throw expected(name) }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        skipBlanks()
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D {
            position += 1
        }
    }

    private mutating func number() throws(JSONFields.Problem) -> ByteString {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let isZero = next == UInt8(ascii: "0")
        let whole = digits()
        var isValid = whole > 0 && (!isZero || whole == 1)
        if isValid, next == UInt8(ascii: ".") {
            position += 1
            isValid = digits() > 0
        }
        if isValid, next?.lowercased == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            isValid = digits() > 0
        }
        guard isValid else { throw problem("not JSON: not a number", at: start) }
        defer { skipBlanks() }
        return ByteString(bytes: bytes[start..<position])
    }

    private mutating func digits() -> Int {
        let start = position
        while next?.isDigit ?? false { position += 1 }
        return position - start
    }

    private mutating func string() throws(JSONFields.Problem) -> ByteString {
        position += 1
        var text: [UInt8] = []
        while true {
            let start = position
            while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""),
                byte != UInt8(ascii: "\\")
            {
                position += 1
            }
            text += bytes[start..<position]
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                skipBlanks()
                return ByteString(text)
            case UInt8(ascii: "\\"): text += String(Character(try escape())).utf8
            case nil: throw expected("'\"'")
            default:
                throw problem("not JSON: a line end or another control character in a string")
            }
        }
    }

    /// What may stand after a backslash alone, and what it means.
    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip(#""\/bfnrt"#.utf8, "\"\\/\u{8}\u{C}\n\r\t".unicodeScalars))

    private mutating func escape() throws(JSONFields.Problem) -> Unicode.Scalar {
        let start = position
        position += 2
        let kind = position <= bytes.count ? bytes[start + 1] : 0
        let character = kind == UInt8(ascii: "u") ? escapedScalar() : Self.escapes[kind]
        guard let character else {
            throw problem("not JSON: no character after this backslash", at: start)
        }
        return character
    }

    /// The digits of `\u`, with those of a second one after the first half of a pair.
    private mutating func escapedScalar() -> Unicode.Scalar? {
        guard let first = hexadecimal() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard bytes[position...].starts(with: #"\u"#.utf8) else { return nil }
        position += 2
        guard let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal() -> UInt32? {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        position += 4
        return number
    }
}
