import FormEncoding
import Foundation

/// A whole response with its body in memory. Only 2xx is a success, and only if the server took the
/// whole body of the request.
public struct UploadReply: Sendable, Described {
    package let response: UploadResponse
    /// The body; decompressed if `UploadOptions.acceptsCompressed`.
    public let body: Data
    /// What the upload has sent, with its redirects and retries.
    private let sent: SentBytes

    /// A response for tests, to a request whose body was sent. `headers` may have a name twice.
    public init(
        status: Int, headers: KeyValuePairs<String, String> = [:], body: Data = Data(),
        url: String = ""
    ) {
        let response = UploadResponse(
            head: ResponseHead(status: status, headers: headers), bytesSent: 0,
            isBodyComplete: true, bytesReceived: Int64(body.count), url: ByteString(url))
        self.init(response: response, body: body)
    }

    init(response: UploadResponse, body: Data, sent: SentBytes? = nil) {
        (self.response, self.body) = (response, body)
        self.sent =
            sent
            ?? SentBytes(
                count: response.bytesSent,
                mayHaveBeenReceived: response.isBodyComplete && !response.head.saysNotTaken)
    }

    package var summary: String {
        "\(head.statusLine) (" + (mimeType.map { "\($0), " } ?? "") + "\(body.count) bytes)"
    }

    /// The URL of the last request, after redirects; without a login.
    public var url: String { response.url.withoutLogin.description }

    /// The head: status line and header fields.
    public var head: ResponseHead { response.head }

    /// The status code.
    public var status: Int { head.status }

    /// Whether the status is 2xx, and the whole body was sent: a server may respond early and close.
    public var isSuccess: Bool { head.isSuccess && response.isBodyComplete }

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

    /// The response itself, if it is a success. Throws `.unsuccessful` with it otherwise.
    @discardableResult
    public func success() throws(UploadError) -> UploadReply {
        guard isSuccess else { throw UploadError(.unsuccessful(self), sent) }
        return self
    }

    /// The value that the body has in JSON (RFC 8259).
    ///
    /// Throws `.unsuccessful` if the response is no success, otherwise what `decoder` throws.
    public func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: success().body)
    }
}

/// The final response to a request, with measurements.
package struct UploadResponse: Sendable {
    package let head: ResponseHead
    /// Bytes of the body that were sent by the last request.
    package internal(set) var bytesSent: Int64
    /// The length of the request's body, if it was known; 0 without one.
    package internal(set) var bodyLength: Int64?
    /// Whether all of the request's body was sent; a server may respond early and close.
    package internal(set) var isBodyComplete: Bool
    package internal(set) var bytesReceived: Int64 = 0
    /// Whether the response's body has no end: the server fell silent when it had a part of the
    /// request.
    package internal(set) var isCut = false
    /// Whether the body may have been cut short: it ends with the connection, and the server has
    /// not closed that by TLS.
    package internal(set) var mayBeCut = false
    package internal(set) var redirects = 0
    var url: ByteString = ""
    /// Whether the response was not delivered because the request is retried.
    var isToBeRetried = false
    /// Whether the server wants the request again, whose body can be sent only once.
    package var needsReplay = false
    /// As `UploadReply.isLost`.
    package var isLost = false
    /// Whether the server has the whole upload, as it says itself, although it answers with a failure.
    package var isStored = false
    /// The body of a response that was not delivered, if it is short.
    var kept: [UInt8] = []
}

extension Uploader {
    /// Sends `request` and keeps the response's body, of `maximumSize` bytes at most.
    ///
    /// Any whole response is returned, whatever its status: `reply.success()` and `reply.decoded()` throw
    /// where it is no success. `onProgress` is called on threads of the uploader, about ten times a second;
    /// what it throws ends the upload. Throws when there is no whole response, `.replyTooLarge` among others,
    /// and `.cancelled` when the task is cancelled.
    public func send(
        _ request: UploadRequest, maximumSize: Int = 10 << 20,
        onProgress: @escaping @Sendable (UploadProgress) throws -> Void = { _ in }
    ) async throws(UploadError) -> UploadReply {
        try await send(request, maximumSize: maximumSize, room: nil) { event, _ in
            if case .progress(let progress) = event { try onProgress(progress) }
        }
    }

    /// The same, with all events; `maximumSize` nil: the response has no body.
    func send(
        _ request: UploadRequest, maximumSize: Int?, room: EventRoom?,
        onEvent: @escaping @Sendable (TransferEvent, SentBytes) throws -> Void
    ) async throws(UploadError) -> UploadReply {
        let state = Guarded((body: Data(), sent: SentBytes(isRetried: options.retry.maximum > 0)))
        do throws(UploadFault) {
            let keep = { @Sendable (event: TransferEvent) in
                let (shown, sent) = try state.withLock { state throws(UploadFault) in
                    switch event {
                    case .body(let bytes):
                        guard let maximumSize else { break }
                        guard bytes.count <= maximumSize - state.body.count else {
                            throw .replyTooLarge(limit: maximumSize)
                        }
                        state.body.append(contentsOf: bytes)
                    case .retrying: state.body = Data()
                    default: break
                    }
                    return (state.sent.take(event), state.sent)
                }
                if let shown { try onEvent(shown, sent) }
            }
            let response = try await upload(request, onEvent: keep, room: room)
            return state.withLock { UploadReply(response: response, body: $0.body, sent: $0.sent) }
        } catch {
            var sent = state.withLock { $0.sent }
            // An earlier process may have sent all of it: the server does not say that it has less.
            if case .resumption = error, request.resumption?.token != nil, !sent.hasResource {
                sent.mayHaveBeenReceived = true
            }
            throw UploadError(error, sent)
        }
    }
}
