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

extension FormField {
    init(_ kind: Kind, _ use: OptionUse) {
        self.init(kind: kind, argument: use.value, option: use.option, place: use.place)
    }
}

extension ValueKind where Value == FormField {
    /// The notation of `--each`.
    static var each: Self {
        Self(meaning: .each) { (use) throws(UsageError) in
            guard let argument = EachArgument(use.value) else { throw use.bad(.notEach) }
            guard argument.source != .pattern("-") else { throw use.bad(.eachOfInput) }
            return FormField(.each(argument), use)
        }
    }
}
