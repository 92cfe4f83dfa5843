import FormEncoding

/// Why a response is refused, or is not whole, although libcurl accepts it.
public enum ResponseFault: Error, Sendable, Equatable {
    /// The length of the body is not one number below 2^63 (RFC 9112 §6.3): the values of
    /// `Content-Length`.
    case contentLength([ByteString])
    /// The body has a transfer coding other than `chunked`, which no request asks for.
    case transferCoding(ByteString)
    /// The heads and trailers of the response are longer than this, in bytes.
    case headsTooLong(Int)
}

extension ResponseFault {
    /// The CURLcode for this kind of failure.
    package var code: Int32 {
        switch self {
        case .contentLength: CURLCode.weirdServerReply
        case .transferCoding: CURLCode.badContentEncoding
        case .headsTooLong: CURLCode.receiveError
        }
    }
}
