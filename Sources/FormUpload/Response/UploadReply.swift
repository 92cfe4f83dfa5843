import FormEncoding
import Foundation

/// A whole response with its body in memory. Only 2xx is a success, and only if the server took the
/// whole body of the request.
public struct UploadReply: Sendable {
    /// The response with its counts.
    package let response: UploadResponse
    /// The body; decompressed if `UploadOptions.acceptsCompressed`.
    public let body: Data

    /// The head: status line and header fields.
    public var head: ResponseHead { response.head }

    /// The status code.
    public var statusCode: Int { head.status }

    /// Whether the status is 2xx, and the whole body was sent: a server may answer early and close.
    public var isSuccess: Bool { response.isSuccess && response.isBodyComplete }

    /// Whether the response to a resumable upload was lost: the server was asked, and says by `head` that it has the
    /// whole upload. There is no body then.
    public var isLost: Bool { response.isLost }

    /// The media type of the body in small letters and without parameters, such as `application/json`.
    public var mimeType: String? {
        self["Content-Type"].map { type in
            type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        }
    }

    /// The value of the first header field of this name, without regard to case.
    public subscript(name: String) -> String? { head[name] }

    /// The body as UTF-8 text, with U+FFFD in place of what is not UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The reply, if it is a success. Throws `.unsuccessful` with the reply otherwise.
    @discardableResult
    public func success() throws(UploadError) -> UploadReply {
        guard isSuccess else { throw .unsuccessful(self) }
        return self
    }

    /// The value that the body has in JSON (RFC 8259).
    ///
    /// Throws `UploadError.unsuccessful` if the reply is no success, otherwise what `decoder` throws.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: success().body)
    }
}

/// The body of a response as far as it has arrived.
struct ReplyBody {
    /// Nil: nothing is kept.
    let limit: Int?
    private(set) var data = Data()

    init(limit: Int?) { self.limit = limit }

    mutating func add(_ event: TransferEvent) throws(UploadError) {
        switch event {
        case .body(let bytes):
            guard let limit else { return }
            guard bytes.count <= limit - data.count else { throw .replyTooLarge(limit: limit) }
            data.append(contentsOf: bytes)
        case .retrying: data = Data()
        default: break
        }
    }
}
