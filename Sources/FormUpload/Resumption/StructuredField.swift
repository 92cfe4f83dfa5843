import FormEncoding

/// Structured fields (RFC 9651), as far as the protocols of resumption need them.
extension ResponseHead {
    /// The integer that the field of this name is, from 0 on; nil if it is another value.
    func integer(_ name: String) -> Int64? {
        guard case .integer(let number) = item(name), number >= 0 else { return nil }
        return number
    }

    /// The boolean that the field of this name is; nil if it is another value.
    func boolean(_ name: String) -> Bool? {
        if case .boolean(let isTrue) = item(name) { isTrue } else { nil }
    }

    /// The members of a dictionary that have one of these keys; nil without the field, or if it is not valid,
    /// or if one of these members is not an integer from 0 on.
    func integers(_ name: String, keys: Set<String>) -> [String: Int64]? {
        let values = parsedFields.filter { $0.isNamed(name) }.map(\.value.bytes)
        var scanner = StructuredField(Array(values.joined(separator: Array(",".utf8))))
        return values.isEmpty ? nil : scanner.integers(keys)
    }

    private func item(_ name: String) -> StructuredField.Item? {
        let values = parsedFields.filter { $0.isNamed(name) }
        guard values.count == 1 else { return nil }
        var scanner = StructuredField(values[0].value.bytes)
        guard let item = scanner.item(), scanner.parameters(), scanner.isAtEnd else { return nil }
        return item
    }
}

/// Scans the value of a structured field. A method leaves the scanner at the end of what it has recognized.
private struct StructuredField {
    enum Item {
        case integer(Int64)
        case boolean(Bool)
        /// A text, a list or another value that no field has here.
        case other
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func integers(_ keys: Set<String>) -> [String: Int64]? {
        var members: [String: Int64] = [:]
        skipBlanks()
        if isAtEnd { return members }
        repeat {
            skipBlanks()
            guard let key = key(), let value = skip("=") ? item() : .boolean(true), parameters()
            else { return nil }
            if keys.contains(key) {
                guard case .integer(let number) = value, number >= 0 else { return nil }
                members[key] = number
            }
            skipBlanks()
        } while skip(",")
        return isAtEnd ? members : nil
    }

    mutating func item() -> Item? {
        guard skip("(") else { return bareItem() }
        while !skip(")") {
            guard skip(" ") || (bareItem() != nil && parameters()) else { return nil }
        }
        return .other
    }

    /// Lists have no lists in them, so that none is deep.
    private mutating func bareItem() -> Item? {
        if skip("?") {
            guard let digit = rest.popFirst(), "01".utf8.contains(digit) else { return nil }
            return .boolean(digit == UInt8(ascii: "1"))
        }
        if skip("\"") { return skip(through: "\"") ? .other : nil }
        if skip(":") { return skip(through: ":") ? .other : nil }
        let word = rest.prefix { !" \t,;()".utf8.contains($0) }
        rest = rest[word.endIndex...]
        guard let first = word.first else { return nil }
        guard first.isDigit || first == UInt8(ascii: "-") else { return .other }
        let digits = first.isDigit ? word : word.dropFirst()
        guard digits.allSatisfy(\.isDigit) else { return .other }
        guard 1...15 ~= digits.count else { return nil }
        return Int64(String(decoding: word, as: UTF8.self)).map { .integer($0) }
    }

    /// Also true where there are none.
    mutating func parameters() -> Bool {
        while skip(";") {
            skipBlanks()
            guard key() != nil, !skip("=") || bareItem() != nil else { return false }
        }
        return true
    }

    private mutating func key() -> String? {
        let key = rest.prefix { $0.isLetterOrDigit || "_-.*".utf8.contains($0) }
        rest = rest[key.endIndex...]
        return key.isEmpty ? nil : String(decoding: key, as: UTF8.self)
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips a text up to its end; a backslash escapes the next byte.
    private mutating func skip(through end: Unicode.Scalar) -> Bool {
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: end) { return true }
            if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
        }
        return false
    }

    private mutating func skipBlanks() { rest = rest.drop(while: \.isSpaceOrTab) }
}
