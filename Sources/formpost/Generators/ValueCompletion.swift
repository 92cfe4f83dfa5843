import FormEncoding

/// How a shell completes the value of an option.
enum ValueCompletion: Hashable, Sendable {
    /// Not at all.
    case free
    case file
    case directory
    /// A file after an `@`.
    case fileAfterAt
    case words([String])
    /// The value of `-F`: files after `=@` and `=<`, parameters after `;`.
    case form
}

extension OptionSpec {
    /// By the option's words, or else by what the value names; `nil` if it takes no value.
    var completion: ValueCompletion? {
        switch argument {
        // What is attached and may be missing, nobody completes.
        case .none, .attached: return nil
        case .optional, .required: break
        }
        return words.isEmpty ? meaning.completion : .words(words)
    }
}

extension ValueMeaning {
    fileprivate var completion: ValueCompletion {
        switch self {
        case .text: .free
        case .form: .form
        case .textOrInput, .query, .urlEncoded, .variable, .each, .url: .fileAfterAt
        case .directory: .directory
        case .input, .inputOrDash, .upload, .cookies, .publicKey, .certificate, .output, .channel,
            .socket:
            .file
        }
    }
}

/// The completions after a `;` in the value of `-F`.
enum FormParameters {
    static let names = ["type", "filename", "headers", "encoder"]
    /// Common types only: the extension usually decides.
    static let types = [
        "application/json", "application/octet-stream", "application/pdf", "image/jpeg",
        "image/png", "text/csv", "text/html", "text/plain",
    ]
    static let encoders = ContentTransferEncoding.allCases.map(\.rawValue)
}

extension OptionTable {
    /// The rows that help, the manual and completions show.
    static let visible = all.filter { $0.prominence != .hidden }
}

extension OptionSpec {
    /// `--form`
    var longName: String { "--" + long }

    /// `--no-insecure`, where there is one.
    var negation: String? { isNegatable ? "--no-" + long : nil }
}
