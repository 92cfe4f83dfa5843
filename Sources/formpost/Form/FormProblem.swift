import FormEncoding

/// A problem of a `-F` argument and its place: an error, or with `--form-lax` a warning.
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
        case unknownEncoder(ByteString)

        // Errors always: curl sends corrupt or unsafe bytes.
        case lineBreak(in: String)
        case emptyHeader
        /// With the option that reads standard input already, as typed.
        case standardInputTwice(option: String, value: ByteString)
        case nestedTooDeep
        /// No `@` and pattern of `--form-glob` after the name.
        case noPattern
        /// The files of `--form-tree` or `--form-glob`.
        case expansion(FileListProblem)

        /// An error; lax, a type without a `/` is a warning, since curl sends it from 8.11.1 on.
        case malformedType(ByteString)

        // Errors, unless lax: curl drops text, with or without a warning.
        case textAfterQuote(ByteString)
        case unknownParameter(ByteString)
        case notAllowed(parameter: String, part: Part)
        case textInGroup(ByteString)
        case neverClosed
        case headerFileUnreadable(ByteString, InputError)

        /// An error, unless lax: curl silently drops blanks and line ends around the text (an empty
        /// range if there is none).
        case blanksAround(Range<Int>, in: Range<Int>)

        // An error, unless lax: curl silently sends a line that is not a header.
        case malformedHeader(ByteString)

        // Warnings; curl prints none.
        case semicolonDropped
        /// Text that is the name of a file: an `@` may be missing.
        case textIsFileName(ByteString)
        /// Text with `; filename=` in it is sent as a file.
        case textBecomesFile(ByteString)
        /// Text with `;type=` in it ends there, and what follows is no media type.
        case textEndsAtType(ByteString)
        case standardInputEmpty
        /// Several files in one part.
        case severalFiles([ByteString])
        /// A link to a directory in the directory of `--form-tree`.
        case treeLink(ByteString)

        // Warnings with lax only; otherwise nothing is lost.
        case headerTruncated(ByteString, line: Int)
    }

    /// A kind of part that does not accept all parameters.
    enum Part: Equatable, Sendable {
        case group
        case contents
        /// The pattern of `--form-glob`.
        case pattern
    }

    /// 2; 26 for an unreadable file, 28 for a time limit, 43 for an unknown encoder.
    var exitStatus: Int32 {
        switch fact {
        case .expansion(.standardInput): 2
        case .headerFileUnreadable(_, .timedOut): 28
        case .headerFileUnreadable(_, let error) where error == .isDirectory: 2
        case .headerFileUnreadable, .fileUnreadable, .expansion: 26
        case .unknownEncoder: 43
        default: 2
        }
    }
}

extension FormField {
    /// A problem at a byte of the argument.
    func problem(at offset: Int, _ fact: FormProblem.Fact) -> FormProblem {
        FormProblem(field: self, offset: offset, fact: fact)
    }
}
