/// ASCII digits only.
func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

/// ASCII letters only.
func isLetter(_ byte: UInt8) -> Bool {
    lowercased(byte) >= UInt8(ascii: "a") && lowercased(byte) <= UInt8(ascii: "z")
}

/// ASCII letters only, whatever the locale.
func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// One or more of the characters that a token may have (RFC 9110, 5.6.2).
func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty
        && bytes.allSatisfy { isDigit($0) || isLetter($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
}

/// CR, LF or NUL, each of which would end the header line that it stands in (RFC 9110, 5.5).
func breaksLine(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x0A || byte == 0x0D }

/// What curl calls a space, in every locale: blank, tab, LF, VT, FF, CR.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
