/// Classes of ASCII bytes, independent of the locale.
extension UInt8 {
    /// The byte with `A` to `Z` made `a` to `z`.
    package var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

    package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// A character of a token (RFC 9110 §5.6.2).
    package var isTokenCharacter: Bool {
        isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    /// White space around a field's value (RFC 9110 §5.6.3).
    package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

    /// Whether curl counts the byte as a space: blank, tab, LF, VT, FF, CR.
    package var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// CR, LF or NUL: each ends the header line that it is in (RFC 9110 §5.5).
    package var endsHeaderLine: Bool { self == 0x0D || self == 0x0A || self == 0 }
}

extension ByteString {
    package func isEqualIgnoringCase(to text: String) -> Bool {
        bytes.elementsEqual(text.utf8) { $0.lowercased == $1.lowercased }
    }
}

extension Collection<UInt8> {
    package var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }
}
