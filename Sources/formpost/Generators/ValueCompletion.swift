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
    /// By the words that there are, or else by the argument's name; `nil`: it takes no value.
    var completion: ValueCompletion? {
        switch argument {
        case .none: nil
        case .required(let name), .optional(let name):
            words.isEmpty ? ValueCompletion(argument: name) : .words(words)
        }
    }
}

extension ValueCompletion {
    fileprivate init(argument: String) {
        if argument == "name=content" {
            self = .form
            return
        }
        if argument.contains("@file") {
            self = .fileAfterAt
            return
        }
        let alternatives = argument.split(separator: "|").map(String.init)
        let names = Set(argument.split { !$0.isLetter })
        if alternatives.count > 1, alternatives.allSatisfy({ $0 == $0.uppercased() }) {
            self = .words(alternatives)
        } else if !names.isDisjoint(with: ["directory", "dir"]) {
            self = .directory
        } else if !names.isDisjoint(with: ["file", "path"]) {
            self = .file
        } else {
            self = .free
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
