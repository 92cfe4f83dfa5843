import FormEncoding

/// One field as it was typed; `FormArgument` is the parsed form.
struct FormField: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// `-F`, with the whole grammar.
        case form
        /// `--form-string`, without special characters.
        case string
    }

    var kind: Kind
    var argument: ByteString

    /// The option as it was written, for messages.
    var option: String

    /// The line of a configuration file; `nil` for the command line.
    var place: ConfigPlace?
}
