/// How `--curl` writes an option (see `CurlLine`).
enum CurlUse: Sendable {
    /// curl has the option, and reads its value in the same way.
    case same
    /// As `same`, if the option is still in effect: a later one of its kind may have undone it, and
    /// curl refuses both together.
    case inEffect(@Sendable (Settings) -> Bool)
    /// curl takes a whole number of bytes.
    case bytes
    /// curl takes whole seconds.
    case wholeSeconds
    /// A header that formpost adds, with the value of this request.
    case sentHeader(String)
    /// A field of the form.
    case field
    /// curl does as the option says by default, or what it does is no part of the request.
    case omitted
    /// curl has nothing like it, which is worth a warning.
    case missing
}

extension OptionSpec {
    /// The row with another way to write it for curl.
    func onCurl(_ use: CurlUse) -> OptionSpec { with(\.curl, use) }
}
