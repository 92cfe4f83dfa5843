import FormEncoding

/// Why a response is refused, or is not whole, although libcurl accepts it.
public enum ResponseFault: Error, Sendable, Equatable {
    /// The length of the body is not one number below 2^63 (RFC 9112 §6.3): the values of
    /// `Content-Length`.
    case contentLength([ByteString])
    /// The body has a transfer coding other than `chunked`, which no request asks for.
    case transferCoding(ByteString)
    /// The body has a content coding that cannot be decoded here.
    case unknownCoding(ByteString)
    /// The body is not valid in the content coding that the response names.
    case undecodable(ByteString)
    /// Bytes follow the end of the coded body.
    case afterCoding(ByteString)
    /// The body ends before its content coding does.
    case cutCoding(ByteString)
    /// The heads and trailers of the response are longer than this, in bytes.
    case headsTooLong(Int)
    /// There is no memory to decode the body.
    case outOfMemory
}

extension ResponseFault {
    /// The CURLcode for this kind of failure.
    package var code: Int32 {
        switch self {
        case .contentLength: CURLCode.weirdServerReply
        case .transferCoding, .unknownCoding, .undecodable: CURLCode.badContentEncoding
        case .afterCoding: CURLCode.writeError
        case .cutCoding: CURLCode.partialFile
        case .headsTooLong: CURLCode.receiveError
        case .outOfMemory: CURLCode.outOfMemory
        }
    }
}
