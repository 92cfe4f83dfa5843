import Foundation

/// Why the bytes of a body cannot be read or written.
///
/// Paths are as the caller gave them (`-` or another label for a descriptor), sizes and offsets
/// are in bytes, `errno` is the system's number.
public enum BodyError: Error, Sendable, Equatable {
    // Files.

    /// The file cannot be found, opened or read; a directory is `EISDIR`.
    case cannotRead(path: ByteString, errno: Int32)
    /// The URL is not that of a file.
    case notFileURL(URL)
    /// A pipe, a device or another file without a size, which the caller refuses.
    case notRegularFile(path: ByteString)
    /// The file has fewer bytes than when the length was announced.
    case fileShrank(path: ByteString, announced: Int64, actual: Int64)
    /// The file has more bytes than when the length was announced.
    case fileGrew(path: ByteString, announced: Int64, actual: Int64)
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

    /// An input had not ended, or not begun, when the time limit was reached.
    case timedOut(InputTimeout)
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
    case stream(StreamError)
    /// A body with bytes of an asynchronous sequence was to be read by a function that blocks, which could
    /// keep the sequence from going on for ever. An `Uploader` sends such a body.
    case needsUploader
    /// A stream that can be opened only once was to be opened again.
    case notReplayable

    /// The reader was closed before its end.
    case readerClosed

    // Writing.

    /// The encoded body cannot be written there.
    case cannotWrite(path: ByteString, errno: Int32)
    /// The output file is an input of the body.
    case outputIsInput(path: ByteString)

    init(ofStream error: any Error) {
        self = error as? BodyError ?? .stream(StreamError(underlying: error))
    }
}

/// The error that an app's `ByteReader` threw.
public struct StreamError: Error, Sendable {
    /// The app's own error.
    public let underlying: any Error
}

extension StreamError: Equatable {
    /// Compares errors of the same type if the type is `Equatable`, otherwise by their descriptions.
    public static func == (one: StreamError, other: StreamError) -> Bool {
        one.underlying.isEqual(to: other.underlying)
    }
}

extension Error {
    fileprivate func isEqual(to other: any Error) -> Bool {
        guard let other = other as? Self else { return false }
        guard let own = (self as Any) as? any Equatable else {
            return String(describing: self) == String(describing: other)
        }
        return own.isEqual(to: other)
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
