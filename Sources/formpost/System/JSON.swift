import Foundation

/// Strings and objects in JSON (RFC 8259 §7, §4).
enum JSON {
    /// On one line; the values are JSON. Members without a value are left out.
    static func object(_ members: [(name: String, value: String?)]) -> String {
        let present = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return "{" + present.joined(separator: ",") + "}"
    }

    static func string(_ text: String) -> String {
        escaped("\"\(String(decoding: Array(text.utf8).escapedForJSON, as: UTF8.self))\"")
    }

    /// The same JSON with invisible characters as `\u009b`: a line of JSON may be read on a terminal.
    static func escaped(
        _ json: String, except isPlain: (Unicode.Scalar) -> Bool = \.isVisible
    ) -> String {
        guard !json.unicodeScalars.allSatisfy(isPlain) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            if isPlain(scalar) { return text.unicodeScalars.append(scalar) }
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}

extension [UInt8] {
    /// JSON in ASCII: other characters are `\u00e9`, in UTF-16. Nil if it is not UTF-8.
    var escapedForASCII: [UInt8]? {
        String(bytes: self, encoding: .utf8).map {
            Array(JSON.escaped($0, except: \.isASCII).utf8)
        }
    }

    /// The content of a JSON string (RFC 8259 §7), with curl's choice of escapes.
    var escapedForJSON: [UInt8] {
        flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
            case 0x08: Array("\\b".utf8)
            case 0x0C: Array("\\f".utf8)
            case 0x0A: Array("\\n".utf8)
            case 0x0D: Array("\\r".utf8)
            case 0x09: Array("\\t".utf8)
            case ..<0x20: Array("\\u00".utf8) + [byte].hexadecimal
            default: [byte]
            }
        }
    }
}
