import FormEncoding

/// What is wrong with a `-F`, and where: an error, or a warning with `--form-lax`.
struct FormProblem: Error, Equatable, Sendable {
    var field: FormField

    /// The byte of the argument that the caret points at.
    var offset: Int

    var fact: Fact

    enum Fact: Equatable, Sendable {
        // Errors always, as in curl.
        case noEquals
        case emptyType
        case nothingToClose
        case fileUnreadable(ByteString, errno: Int32)
        case headerFileIsDirectory(ByteString)
        case headerFileTimedOut(InputTimeout)
        case unknownEncoder(ByteString)

        // Errors always, where curl sends something that is broken or dangerous.
        case lineBreak(in: String)
        case emptyHeader
        case malformedType(ByteString)
        case standardInputTwice(StandardInputClaim)
        case nestedTooDeep

        // Errors, unless lax: curl warns, or says nothing, and drops what the user wrote.
        case textAfterQuote(ByteString)
        case unknownParameter(ByteString)
        case notAllowed(parameter: String, part: Part)
        case textInGroup(ByteString)
        case neverClosed
        case headerFileUnreadable(ByteString, errno: Int32)

        /// An error, unless lax: curl says nothing, and drops what is around the text (an empty range
        /// if there is none).
        case blanksAround(Range<Int>, in: Range<Int>)

        // An error, unless lax: curl says nothing, and sends a line that is no header.
        case malformedHeader(ByteString)

        // Warnings: curl says nothing.
        case semicolonDropped
        /// Text that is the name of a file: an `@` may be missing.
        case textIsFileName(ByteString)
        /// Text with `; filename=` in it is sent as a file.
        case textBecomesFile(ByteString)
        case standardInputEmpty

        // Warnings with lax alone: without it, nothing is lost.
        case headerTruncated(ByteString, line: Int)
    }

    /// A kind of part that does not take every parameter.
    enum Part: Equatable, Sendable {
        case group
        case contents
    }

    /// 2; 26 for a file that cannot be read, 28 for one that is not read in time, 43 for an unknown
    /// encoder.
    var exitStatus: Int32 {
        switch fact {
        case .headerFileUnreadable, .fileUnreadable: 26
        case .headerFileTimedOut: 28
        case .unknownEncoder: 43
        default: 2
        }
    }
}
