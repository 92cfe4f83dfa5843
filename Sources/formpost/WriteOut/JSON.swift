import Foundation

/// Strings and objects in JSON (RFC 8259 §7, §4).
enum JSON {
    /// On one line; the values are JSON.
    static func object(_ members: [(name: String, value: String)]) -> String {
        "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    static func string(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = (try? encoder.encode(text)) ?? Data("\"\"".utf8)
        return String(decoding: data, as: UTF8.self)
    }
}
