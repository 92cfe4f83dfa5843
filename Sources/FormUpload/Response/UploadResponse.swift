import FormEncoding

/// The final response to a request, with measurements.
public struct UploadResponse: Sendable {
    /// The head of the final response.
    public let head: ResponseHead
    /// Bytes of the body that were sent by the last request.
    public let bytesSent: Int64
    /// The length of the request's body, if it was known; 0 without one.
    public let bytesInAll: Int64?
    /// Whether all of the request's body was sent; a server may answer early and close.
    public let tookWholeBody: Bool
    /// Bytes of the response's body that were received.
    public let bytesReceived: Int64
    /// The number of redirects that were followed.
    public internal(set) var redirects = 0
    /// Whether the response was not delivered because the request is retried.
    let isToBeRetried: Bool

    /// Whether the status is 2xx.
    public var isSuccess: Bool { (200..<300).contains(head.status) }
}
