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
    /// The value of `--each`, whose commas are no separators.
    case each
    /// A directory after `name=`.
    case directoryOfField
    /// The sources of `--capture` after `name=`.
    case capture
    /// The variables of `-w` after `%{`, or a file after an `@`.
    case writeOut
}

extension OptionSpec {
    /// The row with a completion of its own.
    func completing(_ completion: ValueCompletion) -> OptionSpec {
        with(\.valueCompletion, completion)
    }

    /// By the option's words, or else by what the value names; `nil` if it takes no value.
    var completion: ValueCompletion? {
        switch argument {
        // No shell completes an optional value that is attached to its option.
        case .none, .attached: return nil
        case .optional, .required: break
        }
        if let valueCompletion { return valueCompletion }
        return words.isEmpty ? meaning.completion : .words(words)
    }
}

extension ValueMeaning {
    fileprivate var completion: ValueCompletion {
        switch self {
        case .text: .free
        case .form: .form
        case .each: .each
        case .textOrInput, .query, .urlEncoded, .variable, .url: .fileAfterAt
        case .directory: .directory
        case .input, .inputOrDash, .upload, .cookies, .publicKey, .certificate, .output, .channel,
            .socket:
            .file
        }
    }
}

/// The completions of the other values with a grammar of their own.
enum ValueWords {
    /// After `name=` in the value of `--capture`.
    static let captures = ["cookie:", "header:", "input:", "json:/", "meta:"]
    /// After `%{` in the value of `-w`.
    static let variables = WriteOutVariables.names.sorted().map { $0 + "}" }
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
