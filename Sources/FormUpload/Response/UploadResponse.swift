import FormEncoding

/// The final response to a request, with measurements.
package struct UploadResponse: Sendable {
    /// The head of the final response.
    package let head: ResponseHead
    /// Bytes of the body that were sent by the last request.
    package let bytesSent: Int64
    /// The length of the request's body, if it was known; 0 without one.
    package let bodyLength: Int64?
    /// Whether all of the request's body was sent; a server may answer early and close.
    package let isBodyComplete: Bool
    /// Bytes of the response's body that were received.
    package let bytesReceived: Int64
    /// The number of redirects that were followed.
    package internal(set) var redirects = 0
    /// Whether the response was not delivered because the request is retried.
    let isToBeRetried: Bool
    /// Whether the response to the upload was lost: the server was asked, and says by `head` that it has the whole
    /// upload.
    package var isLost = false
    /// Whether the server has the whole upload, as it says itself, although it answers with a failure.
    package var isStored = false
    /// The body of a response that was not delivered, if it is short.
    var kept: [UInt8] = []

    /// Whether the status is 2xx.
    package var isSuccess: Bool { head.isSuccess }
}
