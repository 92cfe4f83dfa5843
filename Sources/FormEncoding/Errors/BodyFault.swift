import Foundation

/// Why a form or another body cannot be made, read or written: a value in it is refused, or an input or an output
/// fails.
///
/// Paths are as the caller gave them (`-` or another label for a descriptor), sizes and offsets
/// are in bytes, `errno` is the system's number.
package enum BodyFault: Fault, Equatable {
    // Values.

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
    case negativeLength(Int64)
    /// The body is longer than 2⁶³−1 bytes.
    case tooLong

    // Files.

    /// The file cannot be found, opened or read; a directory is `EISDIR`.
    case cannotRead(path: ByteString, errno: Int32)
    case notFileURL(URL)
    /// A pipe, a device or another file without a size, which the caller refuses.
    case notRegularFile(path: ByteString)
    /// The file has fewer or more bytes than when the length was announced.
    case fileResized(path: ByteString, announced: Int64, actual: Int64)
    /// The file has the same size, but was written to since.
    case fileModified(path: ByteString)
    /// Another file has taken the path.
    case fileReplaced(path: ByteString)

    // Content.

    /// A line of a part's content begins with a boundary.
    case boundaryInContent(boundary: ByteString, part: PartReference)
    /// `7bit` was asked for, and the content has a byte over 127 at this offset.
    case notSevenBit(part: PartReference, offset: Int64, byte: UInt8)

    // Pipes and devices.

    /// An input had not ended, or not begun, when the time limit was reached; `lacksWriter`: it is a FIFO that
    /// nobody has opened for writing.
    case timedOut(path: ByteString, after: Duration, lacksWriter: Bool = false)
    /// An endless device was to be spooled without a limit of its size.
    case endless(path: ByteString)
    /// The input has more bytes than it may have.
    case spoolLimitExceeded(path: ByteString, limit: Int64)
    /// The temporary file in `directory` cannot be created, or cannot hold the `size` bytes read so
    /// far (`ENOSPC` if the file system is full).
    case cannotSpool(path: ByteString, size: Int64, directory: ByteString, errno: Int32)

    // Streams of an app.

    /// A stream gave more or fewer bytes than it announced; `actual` counts those seen.
    case streamLength(announced: Int64, actual: Int64)
    /// A reader returned a count that is negative or more than the `room` it was given.
    case streamCount(Int, room: Int)
    /// A stream could not be opened or read: the app's own error.
    case stream(any Error)
    /// A body with bytes of an asynchronous sequence was to be read by a function that blocks, which could
    /// keep the sequence from going on for ever. An `Uploader` sends such a body.
    case needsUploader
    /// A stream that can be opened only once was to be opened again.
    case notReplayable

    /// The reader was cancelled or closed before its end.
    case cancelled
    /// The system gives no thread to read the body on.
    case noThread

    // Writing.

    /// The encoded body cannot be written there.
    case cannotWrite(path: ByteString, errno: Int32)
    case outputIsInput(path: ByteString)

    init(ofStream error: any Error) {
        self = error as? BodyFault ?? .stream(error)
    }
}

extension BodyFault {
    /// Compares descriptions: an app's error need not be equatable.
    package static func == (one: BodyFault, other: BodyFault) -> Bool {
        String(reflecting: one) == String(reflecting: other)
    }

    package var code: UploadError.Code {
        switch self {
        case .cannotRead, .notFileURL, .notRegularFile, .endless, .spoolLimitExceeded, .timedOut,
            .noThread:
            .cannotOpenFile
        case .fileResized, .fileModified, .fileReplaced: .fileChanged
        case .invalidBoundary, .invalidMediaType, .invalidHeader, .boundaryConflict, .nestedTooDeep,
            .encodedGroup, .negativeLength, .tooLong, .boundaryInContent, .notSevenBit:
            .invalidValue
        case .cannotSpool, .cannotWrite, .outputIsInput: .cannotWriteToFile
        case .streamLength: .wrongLength
        case .streamCount, .stream: .appError
        case .needsUploader: .needsUploader
        case .notReplayable: .notReplayable
        case .cancelled: .cancelled
        }
    }

    package var underlyingError: (any Error)? {
        switch self {
        case .cannotRead(_, let errno), .cannotWrite(_, let errno),
            .cannotSpool(_, _, _, let errno):
            POSIXErrorCode(rawValue: errno).map { POSIXError($0) }
        case .stream(let error): error
        default: nil
        }
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
        case .cannotRead(let path, let errno):
            ErrorText("cannot read \(words.input(path)): \(words.reason(errno))")
        case .notFileURL:
            ErrorText("the URL is not that of a file", "make it by URL(fileURLWithPath:)")
        case .notRegularFile(let path):
            ErrorText(
                "cannot read \(words.input(path)): not a regular file",
                "body(readsPipes: true) reads a pipe to its end")
        case .fileResized(let path, let announced, let actual):
            ErrorText(
                "\(words.input(path)) \(actual < announced ? "shrank" : "grew") "
                    + "\(words.sinceMeasured): "
                    + ByteCount.difference(
                        announced: announced, actual, actual < announced ? "left" : "found"),
                ErrorText.copy)
        case .fileModified(let path):
            ErrorText(
                "\(words.input(path)) was written to \(words.sinceMeasured)", ErrorText.copy)
        case .fileReplaced(let path):
            ErrorText(
                "\(words.input(path)) was replaced by another file \(words.sinceMeasured)",
                ErrorText.copy)
        case .boundaryInContent(let boundary, let part):
            ErrorText(
                "\(words.name(of: part)) contains the boundary \(words.quoted(boundary))",
                "leave the choice of the boundary to the form")
        case .notSevenBit(let part, let offset, let byte):
            ErrorText(
                "\(words.name(of: part)) is not 7bit: the byte at offset \(offset) is \(byte)")
        case .timedOut(let path, let limit, let lacksWriter):
            ErrorText(
                "timed out after \(limit.inSeconds) while "
                    + (lacksWriter ? "waiting for a writer to open the FIFO " : "reading ")
                    + words.input(path))
        case .endless(let path): ErrorText("\(words.input(path)) has no end")
        case .spoolLimitExceeded(let path, let limit):
            ErrorText("\(words.input(path)) is longer than \(ByteCount.text(limit))")
        case .cannotSpool(let path, let size, let directory, let errno)
        where [ENOSPC, EDQUOT].contains(errno):
            ErrorText(
                "\(words.input(path)) is too long for the free space in \(words.path(directory)) "
                    + "(\(ByteCount.text(size)) read)", "set TMPDIR to a directory with more space")
        case .cannotSpool(_, _, let directory, let errno):
            ErrorText(
                "cannot write a temporary file in \(words.path(directory)): \(words.reason(errno))",
                "set TMPDIR to a directory that can be written")
        case .streamLength(let announced, let actual):
            ErrorText(
                "a stream has another length than it announced: "
                    + ByteCount.difference(announced: announced, actual),
                "leave the length out if it is not known")
        case .streamCount(let count, let room):
            ErrorText("cannot read a stream: it returned \(count) bytes where \(room) fit")
        case .stream(let error):
            ErrorText(words.isOfApp ? error.sentence : "cannot read a stream: \(error)")
        case .needsUploader:
            ErrorText(
                "a body with bytes of an asynchronous sequence cannot be read while a thread waits",
                "send it by an Uploader")
        case .notReplayable:
            ErrorText(
                "a stream that can be read only once was to be read again",
                "give a closure that begins it anew")
        case .cancelled: ErrorText("cancelled")
        case .noThread: ErrorText("the system gives no more threads")
        case .cannotWrite(let path, let errno):
            ErrorText("cannot write \(words.path(path)): \(words.reason(errno))")
        case .outputIsInput(let path):
            ErrorText(
                "cannot write \(words.path(path)): it is a part of the form",
                "write to another file")
        }
    }
}
