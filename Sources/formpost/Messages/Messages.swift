import FormEncoding
import FormUpload
import Foundation

/// The errors, warnings and notes that a user reads, made from facts.
///
/// A sentence is one line without a final full stop, and is printed after `formpost: (2) `. Each subject has a file;
/// sentences about unknown options are in `UnknownOption`.
enum Messages {
    /// The words of the libraries' sentences.
    static let wording = Wording { shown($0) }

    /// Bytes that the user wrote, between quotes, safe for a terminal.
    static func quoted(_ bytes: ByteString) -> String { wording.quoted(bytes) }

    static func quoted(_ text: String) -> String { quoted(ByteString(text)) }

    /// A path, in quotes if its limits would not be visible.
    static func path(_ path: ByteString) -> String { wording.path(path) }

    /// The path of an input; `-` is standard input.
    static func input(_ path: ByteString) -> String { wording.input(path) }

    /// Bytes that the user wrote, with visible control characters, cut to `limit` characters.
    static func shown(_ bytes: ByteString, limit: Int = 200) -> String {
        // Redacted first: a part of a secret cannot be recognised.
        let bytes = Redactor.ofProcess.redact(bytes.bytes)
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

    static func needsHooks(_ name: String) -> String {
        "\(name) is not available: libcurl cannot be reached here"
    }

    static func text(_ fault: LibcurlFault) -> String {
        let package = "the package libcurl4 (Debian, Ubuntu) or libcurl (elsewhere)"
        return switch fault {
        case .missing(let reason):
            "libcurl cannot be opened (\(shown(ByteString(reason)))): install \(package)"
        case .incomplete(let version):
            "\(shown(ByteString(version))) lacks functions that uploads need: update \(package) to 7.68 or "
                + "later"
        }
    }

    /// The sentence about an input that cannot be read, whichever option names it.
    static func cannotRead(_ input: String, _ number: Int32) -> String {
        "cannot read \(input): \(reason(number))"
    }

    static func reason(_ number: Int32) -> String { wording.reason(number) }
}
