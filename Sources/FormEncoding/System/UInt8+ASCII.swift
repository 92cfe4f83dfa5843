extension UInt8 {
    /// The byte with `A` to `Z` made `a` to `z`, whatever the locale.
    package var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    var isLetterOrDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased)
    }

    /// One of the characters of a token (RFC 9110 §5.6.2).
    package var isTokenCharacter: Bool {
        isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    /// The white space around a field's value (RFC 9110 §5.6.3).
    package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

    /// CR, LF or NUL: each ends the header line that it stands in (RFC 9110 §5.5).
    package var endsHeaderLine: Bool { self == 0x0D || self == 0x0A || self == 0 }
}
