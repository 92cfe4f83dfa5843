import FormEncoding

/// The final response to a request, and what the exchange measured.
public struct UploadResponse: Sendable {
    /// The head of the final response.
    public let head: ResponseHead
    /// Bytes of the request's body that were sent, of the last request.
    public let bytesSent: Int64
    /// Bytes of the request's body in all, if that was known.
    public let bytesInAll: Int64?
    /// Whether all of the request's body was sent: a server may answer before, and close.
    public let tookWholeBody: Bool
    /// Bytes of the response's body that were received.
    public let bytesReceived: Int64
    /// How many redirects led here.
    public internal(set) var redirects = 0
    /// The response was not delivered: another attempt will be made.
    let isToBeRetried: Bool
    /// The cookies that are to go with the next request, in libcurl's notation.
    let cookies: [ByteString]

    /// Whether the server says that it worked: 2xx, and nothing else.
    public var isSuccess: Bool { (200..<300).contains(head.status) }
}
