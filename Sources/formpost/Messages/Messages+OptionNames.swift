import FormEncoding
import FormUpload

/// The names by which a user knows the parts of a request.
extension Messages {
    /// The option as it was typed, according to `passed` or `typed` (by long names).
    static func name(
        of field: UploadField, among passed: [PassedOption], typed: [String: String] = [:]
    ) -> String {
        let written = { (long: String) in typed[long] ?? "--" + long }
        switch field {
        case .request: return "uploading"
        case .url: return "this URL"
        case .method: return written("request")
        case .contentType: return "the body's Content-Type"
        case .referer: return written("referer")
        case .header(let name): return "\(written("header")) \(quoted(name))"
        case .userAgent: return written("user-agent")
        case .acceptsCompressed: return written("compressed")
        case .connectTimeout: return written("connect-timeout")
        case .verifiesCertificates: return written("insecure")
        case .certificateAuthorities:
            return typed["cacert"] ?? "CURL_CA_BUNDLE or SSL_CERT_FILE"
        case .reportsWire:
            let option = ["trace", "trace-ascii", "verbose"].compactMap { typed[$0] }.first
            return option ?? written("verbose")
        case .option(let number):
            if let name = passed.last(where: { $0.setting.option.rawValue == number })?.name {
                return name
            }
            return switch CURLSetting.Option(rawValue: number) {
            case .userPassword: written("user")
            case .netrc:
                written(
                    ["netrc-file", "netrc-optional"].first { typed[$0] != nil } ?? "netrc")
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

    /// Why a text cannot be sent.
    static func whyInvalid(_ field: UploadField, isExpanded: Bool = false) -> String {
        switch field {
        case .method: "only letters, digits and !#$%&'*+-.^_`|~ make a method"
        case .option(CURLSetting.Option.requestTarget.rawValue):
            "a blank or a control character would end the target (write %20 for a blank)"
        default:
            "a CR, LF or NUL in it would end its line"
                + (isExpanded
                    ? ": {{name:trim}} leaves out a line end after the text of a variable" : "")
        }
    }
}
