import Foundation

/// Strings and objects in JSON (RFC 8259 §7, §4).
enum JSON {
    /// On one line; the values are JSON.
    static func object(_ members: [(name: String, value: String)]) -> String {
        "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    static func string(_ text: String) -> String {
        // Most texts need no encoder.
        let isPlain = text.utf8.allSatisfy {
            (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return "\"\(text)\"" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = (try? encoder.encode(text)) ?? Data("\"\"".utf8)
        return escaped(String(decoding: data, as: UTF8.self))
    }

    /// Whether it is one JSON text (RFC 8259 §2).
    static func isValid(_ text: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
    }

    /// The same JSON with invisible characters as `\u009b`: a line of JSON may be read on a terminal,
    /// and the encoder escapes only those below U+0020.
    static func escaped(_ json: String) -> String {
        guard !json.unicodeScalars.allSatisfy(\.isVisible) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isVisible { return text.unicodeScalars.append(scalar) }
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
