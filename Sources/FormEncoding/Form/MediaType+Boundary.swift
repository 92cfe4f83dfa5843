extension MediaType {
    /// The values of all `boundary` parameters, without their quotes (RFC 2045 §5.1).
    package var boundaries: [ByteString] {
        parameters.compactMap { parameter in
            Self.isBoundary(parameter) ? Self.value(of: parameter) : nil
        }
    }

    /// The media type without its `boundary` parameters: a form adds its own.
    package var withoutBoundaries: MediaType {
        guard !boundaries.isEmpty else { return self }
        let kept =
            value.bytes[..<typeEnd]
            + parameters.filter { !Self.isBoundary($0) }.flatMap { [Self.semicolon] + $0 }
        let end = kept.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? kept.startIndex
        return MediaType(unchecked: ByteString(bytes: kept[..<end]))
    }

    private static let semicolon = UInt8(ascii: ";")

    private var typeEnd: Int { value.bytes.firstIndex(of: Self.semicolon) ?? value.bytes.endIndex }

    /// The parameters: the texts between the semicolons after the type, blanks included.
    private var parameters: [ArraySlice<UInt8>] {
        var parameters: [ArraySlice<UInt8>] = []
        var rest = value.bytes[typeEnd...]
        while rest.popFirst() != nil {
            var (isQuoted, isEscaped) = (false, false)
            let parameter = rest.prefix { byte in
                if !isQuoted, byte == Self.semicolon { return false }
                if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
                return true
            }
            parameters.append(parameter)
            rest = rest[parameter.endIndex...]
        }
        return parameters
    }

    private static func isBoundary(_ parameter: ArraySlice<UInt8>) -> Bool {
        guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { return false }
        // Blanks are not allowed before the `=`; some servers skip them.
        let name = parameter[..<equals].filter { !$0.isBlank }
        return name.elementsEqual("boundary".utf8) { $0.lowercased == $1 }
    }

    /// The value after the `=`: a token, or a quoted string without its quotes and escapes.
    private static func value(of parameter: ArraySlice<UInt8>) -> ByteString {
        let blank: (UInt8) -> Bool = { $0.isBlank }
        var text = parameter.drop { $0 != UInt8(ascii: "=") }.dropFirst().drop(while: blank)
        while let last = text.last, last.isBlank { text.removeLast() }
        guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"")
        else { return ByteString(bytes: text) }
        var (value, isEscaped) = ([UInt8](), false)
        for byte in text.dropFirst().dropLast() {
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            if !isEscaped { value.append(byte) }
        }
        return ByteString(bytes: value)
    }
}
