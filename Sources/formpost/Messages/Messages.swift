import FormEncoding
import FormUpload
import Foundation

/// The errors, warnings and notes that a user reads, made from facts.
///
/// A sentence is one line without a final full stop; it is printed after `formpost: (2) `. Each subject has a
/// file. What to write in place of an unknown option is in `UnknownOption`.
enum Messages {
    /// The words of the libraries' sentences.
    static let wording = Wording { shown($0) }

    /// Bytes that the user wrote, between quotes, safe for a terminal.
    static func quoted(_ bytes: ByteString) -> String { wording.quoted(bytes) }

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

    /// The option of a field as it was typed.
    static func name(of field: UploadField.Kind, on line: OperationLine) -> String {
        let written = line.name
        switch field {
        case .request: return "uploading"
        case .url: return "this URL"
        case .method: return written("request")
        case .contentType: return "the body's Content-Type"
        case .referer: return written("referer")
        case .header(let name): return "\(written("header")) \(quoted(name))"
        case .userAgent: return written("user-agent")
        case .connectTimeout: return written("connect-timeout")
        case .verifiesCertificates: return written("insecure")
        case .certificateAuthorities:
            return line.typed("cacert") ?? "CURL_CA_BUNDLE or SSL_CERT_FILE"
        case .reportsWire:
            let option = ["trace", "trace-ascii", "verbose"].compactMap { line.typed($0) }.first
            return option ?? written("verbose")
        case .option(let number):
            if let name = line.settings.passed.last(where: { $0.setting.option.rawValue == number }
            )?.name {
                return name
            }
            return switch CURLSetting.Option(rawValue: number) {
            case .userPassword: written("user")
            case .netrc:
                written(
                    ["netrc-file", "netrc-optional"].first { line.typed($0) != nil } ?? "netrc")
            case .netrcFile: written("netrc-file")
            case .cookie, .cookieFile: written("cookie")
            case .certificateInfo: "\(written("write-out")) %{certs}"
            case .caPath: "SSL_CERT_DIR"
            default: "option \(number) of libcurl"
            }
        }
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

    static func standardInputTwice(
        _ first: OptionUse, _ second: OptionUse
    ) -> String {
        standardInputTwice(reader(first), reader(second))
    }

    static func standardInputTwice(_ first: String, _ second: String) -> String {
        "\(first) and \(second) both read standard input, which can be read only once"
    }

    /// An option that reads standard input, as it was typed: `-H @-`.
    static func reader(_ use: OptionUse) -> String {
        "\(use.option) \(shown(use.value))"
    }

    /// The system's text for an errno.
    static func reason(_ number: Int32) -> String { wording.reason(number) }
}
