/// How bytes are written in scenarios.
enum Notation {
    /// In one line, with escapes.
    static func line(_ bytes: [UInt8]) -> String {
        // A replacement character may also have come as such: then it is escaped in vain.
        if String(decoding: bytes, as: UTF8.self).unicodeScalars.contains("\u{FFFD}") {
            return bytes.map { $0 < 0x80 ? escaped(UnicodeScalar($0)) : hexadecimal($0) }.joined()
        }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.map(escaped).joined()
    }

    /// In one line if it has no more, otherwise below each other; the middle of long texts is left out.
    static func lines(_ bytes: [UInt8]) -> [String] {
        if bytes.isEmpty { return ["(nothing)"] }
        let limit = 4000
        let end = bytes.count > limit ? "… (\(bytes.count) bytes)" : nil
        let shown = Array(bytes.prefix(limit))
        guard shown.dropLast().contains(0x0A) else { return [line(shown) + (end ?? "")] }
        var lines = shown.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            line(Array($0))
        }
        if let end {
            lines.append(end)
        } else if lines.last == "" {
            lines.removeLast()
        } else {
            lines.append("(without a line end)")
        }
        return lines
    }

    private static func escaped(_ scalar: UnicodeScalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0": "\\0"
        case "\u{1B}": "\\e"
        case "\\": "\\\\"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F: hexadecimal(UInt8(scalar.value))
        default: String(scalar)
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
