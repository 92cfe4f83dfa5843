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
    /// The topics of `--help`.
    case helpTopic
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
    var completion: ValueCompletion {
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
