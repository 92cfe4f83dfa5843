import FormEncoding
import Foundation

/// A whole response with its body in memory. Only 2xx is a success, and only if the server took the
/// whole body of the request.
public struct UploadReply: Sendable {
    /// The response's head, and the measurements of the transfer.
    public let response: UploadResponse
    /// The body; decompressed if `UploadOptions.acceptsCompressed`.
    public let body: Data

    /// A body that is not decoded: the status is not 2xx, or the server answered before it had the
    /// whole body of the request (`UploadResponse.tookWholeBody`).
    public struct StatusError: Error, Sendable {
        /// The reply with the server's own explanation.
        public let reply: UploadReply
    }

    /// A body that has more bytes than the caller wants in memory.
    public struct TooLarge: Error, Sendable, Hashable {
        /// The limit in bytes.
        public let limit: Int
    }

    /// The status code.
    public var status: Int { response.head.status }

    /// The body as UTF-8 text, with U+FFFD in place of what is not UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The reply as a success, or a failure if it is none.
    public var result: Result<UploadReply, StatusError> {
        let isSuccess = response.isSuccess && response.tookWholeBody
        return isSuccess ? .success(self) : .failure(StatusError(reply: self))
    }

    /// The reply, if it is a success. Throws otherwise.
    public func success() throws(StatusError) -> UploadReply { try result.get() }

    /// The value that the body has in JSON (RFC 8259).
    ///
    /// Throws `StatusError` if the reply is no success, otherwise what `decoder` throws.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: success().body)
    }
}

extension Uploader {
    /// Sends `request` and keeps the response's body.
    ///
    /// Throws what `upload(_:onEvent:)` does, and `.handler` with `UploadReply.TooLarge` for a body
    /// of more than `maximumSize` bytes.
    public func reply(
        to request: UploadRequest, maximumSize: Int = 10 << 20
    ) async throws(UploadError) -> UploadReply {
        let body = CollectedBody()
        let response = try await upload(request) { event in
            switch event {
            case .body(let bytes): try body.append(bytes, limit: maximumSize)
            case .retrying: body.clear()
            default: break
            }
        }
        return UploadReply(response: response, body: body.data)
    }
}

private final class CollectedBody: @unchecked Sendable {  // `bytes` is behind the lock
    private let lock = NSLock()
    private var bytes = Data()

    var data: Data { lock.withLock { bytes } }

    func append(_ more: [UInt8], limit: Int) throws(UploadReply.TooLarge) {
        let fits = lock.withLock {
            guard more.count <= limit - bytes.count else { return false }
            bytes.append(contentsOf: more)
            return true
        }
        if !fits { throw UploadReply.TooLarge(limit: limit) }
    }

    func clear() { lock.withLock { bytes = Data() } }
}
