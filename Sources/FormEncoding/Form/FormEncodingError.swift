/// Why a form cannot be made or its body cannot be read: facts, for the caller to put into words.
///
/// Paths are as the caller gave them (`-` or another label for a descriptor), sizes and offsets
/// are in bytes, `errno` is the system's number.
public enum FormEncodingError: Error, Sendable, Hashable {
    /// Not 1 to 70 of RFC 2046's boundary characters, or a space at the end.
    case invalidBoundary(ByteString)
    /// Not `type/subtype…`, or a control character in it.
    case invalidMediaType(ByteString)
    /// Not `Name: value`, or a CR, LF or NUL in it.
    case invalidHeader(ByteString)
    /// A nested form's boundary begins with that of a form around it, which would end early.
    case boundaryConflict(inner: Boundary, outer: Boundary)
    /// A part's content has a line that reads as the end of the part.
    case boundaryInContent(boundary: Boundary, part: PartLabel)
    /// Forms are nested deeper than `MultipartForm.maximumDepth`.
    case nestedTooDeep
    /// RFC 2046 §5.1: a nested form itself can be `8bit` or `binary` only.
    case encodedGroup(ContentTransferEncoding)
    /// `7bit` was asked for, and the content has a byte over 127 at this offset.
    case notSevenBit(part: PartLabel, offset: Int64, byte: UInt8)
    /// The body is longer than 2⁶³−1 bytes.
    case tooLong

    /// The file cannot be found, opened or read; a directory is `EISDIR`.
    case cannotRead(path: ByteString, errno: Int32)
    /// A pipe, a device or another file without a size, where the caller wants none.
    case notRegularFile(path: ByteString)
    /// The file has fewer bytes than when the length was announced.
    case fileShrank(path: ByteString, announced: Int64, actual: Int64)
    /// The file has more bytes than when the length was announced.
    case fileGrew(path: ByteString, announced: Int64, actual: Int64)
    /// The file has the same size, but was written to since.
    case fileModified(path: ByteString)
    /// Another file has taken the path.
    case fileReplaced(path: ByteString)
    /// An input had not ended, or not begun, when the limit of time was reached.
    case timedOut(InputTimeout)

    /// A stream gave more or fewer bytes than it announced; `actual` counts those seen.
    case streamLength(announced: Int64, actual: Int64)
    /// An app's own stream could not be opened or read, in the app's words.
    case streamFailed(String)
    /// A stream that can be opened once only was to be opened again.
    case notReplayable
    /// The reader was closed before its end.
    case readerClosed

    /// The temporary file could not be made or written in this directory.
    case cannotSpool(directory: ByteString, errno: Int32)
    /// More came out of the pipe than `SpoolOptions.maximumSize` allows.
    case spoolLimitExceeded(path: ByteString, limit: Int64)

    /// The encoded body cannot be written there.
    case cannotWrite(path: ByteString, errno: Int32)
    /// The encoded body was to be written over a file that it is read from.
    case outputIsInput(path: ByteString)
}
