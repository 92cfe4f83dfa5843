import FormEncoding

/// One field as it was typed; `FormArgument` is the parsed form.
struct FormField: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// `-F`, with the whole grammar.
        case form
        /// `--form-string`, without special characters.
        case string
        /// A field of `--form-fields`, whose name may have a `=` in it.
        case pair(name: ByteString)
        /// `--each`: a field in one request for each file.
        case each(EachArgument)
        /// `--form-tree`: a name and a directory.
        case tree
        /// `--form-glob`: a name and a pattern of files.
        case glob
    }

    var kind: Kind
    var argument: ByteString

    /// The option as it was written, for messages.
    var option: String

    /// The line of a configuration file; `nil` for the command line.
    var place: ConfigPlace?

    /// Whether it is a field of `--form-fields`.
    var isPair: Bool { if case .pair = kind { true } else { false } }

    /// The argument of `--each`.
    var each: EachArgument? { if case .each(let argument) = kind { argument } else { nil } }

    /// The argument without its parameters, among which may be secrets.
    var content: ByteString {
        ByteString(bytes: argument.bytes.prefix { $0 != UInt8(ascii: ";") })
    }

    /// Whether its text is taken as it is.
    var isLiteral: Bool { kind == .string || isPair }
}

/// The place of an option in a configuration file.
struct ConfigPlace: Equatable, Sendable {
    /// `-` is standard input.
    var file: ByteString

    /// From 1 on.
    var line: Int
}
