import Foundation

extension FormError: LocalizedError, CustomStringConvertible {
    /// The error in a sentence, and what to do about it; without the values of header fields.
    public var errorDescription: String? { description }

    /// The same.
    public var description: String { text().description }

    /// The sentence in those words, and the remedy for an app.
    package func text(_ words: Wording = .plain) -> ErrorText {
        switch self {
        case .invalidBoundary(let value):
            ErrorText(
                "\(words.quoted(value)) is not a boundary",
                "use 1 to 70 letters and digits, or leave the choice to the form")
        case .invalidMediaType(let value):
            ErrorText("\(words.quoted(value)) is not a media type, such as text/plain")
        case .invalidHeader(let line):
            ErrorText(
                "the header \(words.shown(ByteString(line.prefix { $0 != UInt8(ascii: ":") }))) "
                    + "cannot be sent", "write Name: value, without a line break")
        case .boundaryConflict(let inner, let outer):
            ErrorText(
                "the boundary \(words.quoted(outer)) would end at \(words.quoted(inner)), "
                    + "the boundary of a form inside it",
                "leave the choice of the boundary to the form")
        case .nestedTooDeep:
            ErrorText("forms are nested deeper than \(MultipartForm.maximumDepth)")
        case .encodedGroup(let encoding): ErrorText("a form cannot be sent as \(encoding)")
        case .negativeLength(let length):
            ErrorText("a stream was announced with a negative length: \(length)")
        case .tooLong: ErrorText("the form is longer than 2^63 - 1 bytes")
        case .input(let error): error.text(words)
        }
    }
}
