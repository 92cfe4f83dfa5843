import Foundation

/// Why a form cannot be built: a value in it is refused, or an input cannot be read.
package enum FormFault: Fault, Equatable {
    /// Not 1 to 70 of RFC 2046's boundary characters, or a space at the end.
    case invalidBoundary(ByteString)
    /// Not `type/subtype…`, or a control character in it.
    case invalidMediaType(ByteString)
    /// Not `Name: value`, or a CR, LF or NUL in it.
    case invalidHeader(ByteString)
    /// A nested form's boundary begins with that of a form around it, which would end too early.
    case boundaryConflict(inner: ByteString, outer: ByteString)
    /// Forms are nested more than 1000 deep.
    case nestedTooDeep
    /// RFC 2046 §5.1: a nested form itself can be `8bit` or `binary` only.
    case encodedGroup(String)
    /// A stream has a negative length.
    case negativeLength(Int64)
    /// The body is longer than 2⁶³−1 bytes.
    case tooLong
    /// An input could not be measured, spooled or checked.
    case input(BodyFault)
}

/// Runs `body`, and reports its failure as one of an input of the form.
func readingInput<Result>(
    _ body: () throws(BodyFault) -> Result
) throws(FormFault) -> Result {
    do throws(BodyFault) {
        return try body()
    } catch {
        throw .input(error)
    }
}

extension FormFault {
    package var code: UploadError.Code {
        if case .input(let error) = self { error.code } else { .invalidValue }
    }

    package var underlyingError: (any Error)? {
        if case .input(let error) = self { error.underlyingError } else { nil }
    }

    /// The error in a sentence, without the values of header fields, and what to do about it.
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
