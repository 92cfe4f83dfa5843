/// An upload that a test server lets its clients resume.
package struct UploadResource: Sendable {
    /// The path of its URL.
    package let path: String
    /// The head of the request that created the upload.
    package let creation: RecordedRequest
    /// The length that the client announced.
    package internal(set) var length: Int64?
    /// How many bytes have arrived.
    package internal(set) var offset: Int64 = 0
    /// The bytes that have arrived; empty if the server only counts them.
    package internal(set) var bytes: [UInt8] = []
    package internal(set) var isComplete = false
    /// The client has cancelled the upload, or the server has given it up.
    package internal(set) var isGone = false
    /// The number of the request whose body is being read.
    var reader: Int?

    /// The form that was uploaded.
    package func form() throws(MultipartError) -> ParsedForm {
        try ParsedForm(contentType: creation.header("Content-Type") ?? "", body: bytes)
    }
}

/// What a client of a resumable upload asks for.
package enum UploadOperation: Sendable {
    case options
    case creation
    case offsetRetrieval
    case append
    case cancellation
}

/// A request in the course of a resumable upload, for a script that answers it its own way.
package struct UploadSituation: Sendable {
    package let operation: UploadOperation
    /// 1 for the server's first request of that operation, and so on.
    package let number: Int
}

/// The answer to a request that is not to be answered by the protocol; nil for one that is.
package typealias UploadScript = @Sendable (UploadSituation) -> Answer?
