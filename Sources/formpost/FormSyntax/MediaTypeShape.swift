import FormEncoding

extension ByteString {
    /// Whether the text has the shape of a media type (RFC 9110 §8.3.1), or is one word, which the parser
    /// refuses. Anything else after a `;type=` may be text.
    var looksLikeMediaType: Bool {
        let pieces = bytes.splitAtSemicolons.map(\.withoutOuterBlanks)
        let names = (pieces.first ?? []).split(
            separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard names.allSatisfy(\.isToken) else { return false }
        return pieces.dropFirst().allSatisfy(\.looksLikeParameter)
    }
}

extension [UInt8] {
    /// The pieces between semicolons outside of double quotes.
    fileprivate var splitAtSemicolons: [ArraySlice<UInt8>] {
        var isQuoted = false
        return split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ";") && !isQuoted
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var withoutOuterBlanks: Self {
        let start = drop(while: \.isBlank)
        return start[..<((start.lastIndex { !$0.isBlank } ?? start.startIndex - 1) + 1)]
    }

    /// `name=value`, `name="a value"`; sloppily also nothing.
    fileprivate var looksLikeParameter: Bool {
        guard !isEmpty else { return true }
        guard let equals = firstIndex(of: UInt8(ascii: "=")), self[..<equals].isToken else {
            return false
        }
        let value = self[(equals + 1)...]
        return value.first == UInt8(ascii: "\"") || !value.contains(where: \.isBlank)
    }
}
