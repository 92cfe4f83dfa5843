import FormEncoding

/// How a shell completes the value of an option.
enum ValueCompletion: Hashable, Sendable {
    /// Not at all.
    case free
    case file
    case directory
    /// A file behind an `@`.
    case fileAfterAt
    case words([String])
    /// The value of `-F`: files behind `=@` and `=<`, parameters behind `;`.
    case form
}

extension OptionSpec {
    /// By the words that there are, or else by what the value names; `nil`: it takes no value.
    var completion: ValueCompletion? {
        if argument == .none { return nil }
        return words.isEmpty ? meaning.completion : .words(words)
    }
}

extension ValueMeaning {
    fileprivate var completion: ValueCompletion {
        switch self {
        case .text: .free
        case .form: .form
        case .textOrInput, .query, .urlEncoded: .fileAfterAt
        case .directory: .directory
        case .input, .inputOrDash, .upload, .cookies, .publicKey, .certificate, .output, .socket:
            .file
        }
    }
}

/// What completions offer behind a `;` in the value of `-F`.
enum FormParameters {
    static let names = ["type", "filename", "headers", "encoder"]
    /// Some that are often wanted: the extension decides most of the time.
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
