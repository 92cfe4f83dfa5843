import FormEncoding

/// The character references of HTML that occur in values: by number, and the names that templates
/// write for what is special.
extension [UInt8] {
    /// With the characters that references such as `&amp;` and `&#x27;` stand for in their places; what
    /// is no such reference stays.
    var withoutCharacterReferences: [UInt8] {
        guard contains(UInt8(ascii: "&")) else { return self }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        var rest = self[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "&"),
                let end = rest.prefix(Self.longestReference).firstIndex(of: UInt8(ascii: ";")),
                let text = Self.character(rest[..<end])
            {
                decoded += text
                rest = rest[(end + 1)...]
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// In bytes, without the `&`.
    private static let longestReference = 12

    private static func character(_ reference: ArraySlice<UInt8>) -> [UInt8]? {
        guard reference.first == UInt8(ascii: "#") else {
            return named[String(decoding: reference, as: UTF8.self)].map { Array($0.utf8) }
        }
        var digits = reference.dropFirst()
        let isHexadecimal = digits.first?.lowercased == UInt8(ascii: "x")
        if isHexadecimal { digits.removeFirst() }
        guard digits.first?.isLetterOrDigit ?? false,
            let number = UInt32(
                String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        let scalar = number == 0 ? nil : Unicode.Scalar(number)
        return Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
    }

    private static let named = [
        "amp": "&", "quot": "\"", "apos": "'", "lt": "<", "gt": ">", "nbsp": "\u{A0}",
        "plus": "+", "equals": "=", "sol": "/",
    ]
}
