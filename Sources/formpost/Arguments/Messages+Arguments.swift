import FormEncoding
import FormUpload

/// Sentences about the command line that several places need, and about the files that it names.
extension Messages {
    /// Why no file is created under a name that ends with a carriage return.
    static func returnAtEnd(_ name: ByteString) -> String {
        "\(quoted(name)) ends with a carriage return: does the script have Windows line ends?"
    }

    /// `file:line`, as compilers and curl print it.
    static func text(_ place: ConfigPlace) -> String {
        "\(place.file == "-" ? "<stdin>" : shown(place.file)):\(place.line)"
    }

    static let sendsQuotes = "sends the typographic quotes: write plain ones"
    static let noVariables =
        "a file has no variables of the shell: write variable = %NAME and expand-… with {{NAME}}"

    static let tokenCharacters = "!#$%&'*+-.^_`|~"

    /// The option of a field as it was typed.
    static func name(of field: UploadField, on line: OperationLine) -> String {
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
        case .reportsWire:
            let option = ["trace", "trace-ascii", "verbose"].compactMap { line.typed($0) }.first
            return option ?? written("verbose")
        case .option(let option):
            if let passed = line.settings.passed.last(option) { return passed.name }
            return switch option {
            case .netrc:
                written(
                    ["netrc-file", "netrc-optional"].first { line.typed($0) != nil } ?? "netrc")
            case .netrcFile: written("netrc-file")
            case .cookie, .cookieFile: written("cookie")
            case .certificateInfo: "\(written("write-out")) %{certs}"
            case .caInfo: "CURL_CA_BUNDLE or SSL_CERT_FILE"
            case .caPath: "SSL_CERT_DIR"
            default: "option \(option.rawValue) of libcurl"
            }
        }
    }

    static func standardInputTwice(_ first: String, _ second: String) -> String {
        "\(first) and \(second) both read standard input, which can be read only once"
    }

    /// An option with its value, as it was typed: `-H @-`.
    static func reader(_ use: OptionUse) -> String {
        "\(use.option) \(shown(use.value))"
    }

    static func unknownVariable(_ name: String) -> String {
        if WriteOut.isMissing(name) { return "curl's %{\(name)} is not in formpost" }
        let nearest = Suggestion.nearest(to: name.lowercased(), among: WriteOut.names)
        return "unknown variable \(quoted(ByteString("%{\(name)}")))"
            + didYouMean(nearest.map { "%{\($0)}" })
    }
}
