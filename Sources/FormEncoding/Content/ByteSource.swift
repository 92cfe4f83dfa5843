import Foundation

/// A source of bytes: the model for lengths, for progress and for reading.
package enum ByteSource: Sendable, Equatable {
    case bytes(ByteString)
    /// Bytes of an app in memory, which are not copied.
    case data(Data)
    /// A measured file; reading fails if it has changed since.
    case file(FileRange)
    case stream(ByteStream)

    /// In bytes; nil if that is not known.
    package var length: Int64? {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .data(let data): Int64(data.count)
        case .file(let file): file.length
        case .stream(let stream): stream.length
        }
    }

    package var memory: ByteString? {
        switch self {
        case .bytes(let bytes): bytes
        case .data(let data): ByteString(data)
        case .file, .stream: nil
        }
    }

    package var isReplayable: Bool {
        if case .stream(let stream) = self { stream.isReplayable } else { true }
    }

    func opened() throws(BodyFault) -> ByteSource {
        if case .file(let file) = self { .file(try file.opened()) } else { self }
    }
}
