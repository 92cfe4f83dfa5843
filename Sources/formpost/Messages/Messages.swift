import FormEncoding

/// Every sentence that a user reads, made from facts.
///
/// A sentence is one line without a final full stop; it is printed after `formpost: (2) `. Each kind
/// of error has its own extension.
enum Messages {
    /// Bytes that the user wrote, between quotes, safe for a terminal.
    static func quoted(_ bytes: ByteString) -> String { "'\(shown(bytes))'" }

    /// A path, in quotes if its limits would not be visible.
    static func path(_ path: ByteString) -> String {
        let isPlain = path.bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        return isPlain && !path.bytes.isEmpty ? shown(path) : quoted(path)
    }

    /// The path of an input; `-` is standard input.
    static func input(_ path: ByteString) -> String {
        path == "-" ? "standard input" : self.path(path)
    }

    /// A URL between quotes, without the password in it.
    static func quotedURL(_ url: ByteString) -> String { quoted(url.withoutSecrets) }

    /// A text that is not a valid URL, without a password.
    static func quotedNoURL(_ text: ByteString) -> String { quoted(text.withoutAnySecret) }

    static func shownURL(_ url: ByteString) -> String { shown(url.withoutSecrets) }

    /// Bytes that the user wrote, with visible control characters, cut to `limit` characters.
    static func shown(_ bytes: ByteString, limit: Int = 200) -> String {
        // Masked first: a part of a secret cannot be recognised.
        let bytes = SecretValues.ofProcess.masking(bytes.bytes)
        let isLong = bytes.count > limit
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case "\t": shown += "\\t"
            case _ where scalar.value > 0xFF && !scalar.isVisible:
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            case _ where scalar.properties.generalCategory == .control:
                shown += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return isLong ? shown + "…" : shown
    }

    static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { " (did you mean \($0)?)" } ?? ""
    }
}
