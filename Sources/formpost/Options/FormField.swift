import FormEncoding

/// One field as it stands on the command line; `FormArgument` says what it means.
struct FormField: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// `-F`, with the whole grammar.
        case form
        /// `--form-string`, where nothing in the value is special.
        case string
    }

    var kind: Kind
    var argument: ByteString

    /// The option as it was written, for messages.
    var option: String

    /// The line of a configuration file; `nil`: the command line.
    var place: ConfigPlace?
}
