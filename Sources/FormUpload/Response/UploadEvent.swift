import FormEncoding
import Foundation

/// An event of an upload, in the order in which they happen; the last one is `response`.
public enum UploadEvent: Sendable {
    /// How far the upload is.
    case progress(UploadProgress)
    /// A 1xx response; the final one follows.
    case informational(ResponseHead)
    /// A redirect, which is followed unless an error comes next. Where it leads as the server wrote it, and
    /// whether the next request has the body again.
    case redirecting(to: String, sendsBody: Bool)
    /// The attempt has failed, and there will be another after this pause. What it delivered is void. After a
    /// response, such as a 503, the error has it as `reply`.
    case retrying(UploadError, after: Duration)
    /// The server has named the resource of a resumable upload (`UploadRequest.isResumable`).
    case resource(UploadToken)
    /// A resumable upload goes on at the offset of the token.
    case resuming(UploadToken)
    /// The head of the final response.
    case head(ResponseHead)
    /// Bytes of the response's body as they arrive.
    case body(Data)
    /// The measurements of a finished attempt with its redirects.
    case measured(TransferFacts)
    /// The whole response.
    case response(UploadReply)
}

extension UploadEvent {
    /// The event that an app gets; nil for what only the command shows.
    init?(_ event: TransferEvent, _ sent: SentBytes) {
        switch event {
        case .progress(let progress): self = .progress(progress)
        case .informational(let head): self = .informational(head)
        case .redirecting(let notice):
            self = .redirecting(
                to: notice.location.description, sendsBody: notice.next?.body != nil)
        case .retrying(let notice):
            self = .retrying(UploadError(notice.cause, sent), after: notice.pause)
        case .resource(let token): self = .resource(token)
        case .resuming(let token, _): self = .resuming(token)
        case .head(let head): self = .head(head)
        case .body(let bytes): self = .body(Data(bytes))
        case .measured(let facts): self = .measured(facts)
        case .notRetrying, .restarting, .wire: return nil
        }
    }
}

extension UploadEvent: Described {
    package var shown: KeyValuePairs<String, Any> {
        switch self {
        case .progress(let progress): ["progress": progress]
        case .informational(let head): ["informational": head]
        case .redirecting(let url, let sendsBody):
            ["redirecting": ByteString(url).masked.description, "sendsBody": sendsBody]
        case .retrying(let error, let pause): ["retrying": error, "after": pause]
        case .resource(let token): ["resource": token]
        case .resuming(let token): ["resuming": token]
        case .head(let head): ["head": head]
        case .body(let bytes): ["body": "\(bytes.count) bytes"]
        case .measured(let facts): ["measured": facts]
        case .response(let reply): ["response": reply]
        }
    }
}

/// An event of a request and its response, with all that the command shows; an app gets `UploadEvent`,
/// which explains the cases that both have.
///
/// Events are reported in order, one at a time. Those of a transfer come on the thread of the uploader's loop,
/// where a handler that blocks holds up all transfers of that uploader; without the hooks they come on
/// an operation queue of URLSession. Those between transfers come on a thread of Swift's concurrency, and
/// progress also on one of Dispatch. Where handling takes time, use `Uploader.events(for:)`.
package enum TransferEvent: Sendable {
    case progress(UploadProgress)
    case informational(ResponseHead)
    case head(ResponseHead)
    case body([UInt8])
    case redirecting(RedirectNotice)
    case retrying(RetryNotice)
    /// The attempt failed; retries are left, but none is made.
    case notRetrying(RetryRefusal)
    case resource(UploadToken)
    /// The upload goes on at the offset of the token; the server has lost so many bytes that it had confirmed.
    case resuming(UploadToken, lost: Int64)
    /// The upload begins again from the start, since this file has changed.
    case restarting(ByteString)
    case measured(TransferFacts)
    /// Wire data, if `UploadOptions.reportsWire` is set.
    case wire(WireEvent)
}

/// Reports an event; throws what its receiver throws as `.handler`.
typealias EventReport = @Sendable (TransferEvent) throws(UploadFault) -> Void

package struct RetryNotice: Sendable {
    package let cause: UploadFault
    package let pause: Duration
    /// The random part of the pause (`RetryPolicy.addsJitter`).
    package let jitter: Duration
    /// The number of retries left after that one; nil if the policy has none.
    package let left: Int?
    /// Whether the next attempt begins where the redirects of this one have led, so that their
    /// responses do not come again.
    package let keepsRedirects: Bool
}

/// Data on the wire, as libcurl's debug callback reports it.
package struct WireEvent: Sendable {
    /// libcurl's `curl_infotype`.
    package enum Kind: Int32, Sendable {
        /// A line of libcurl about the connection.
        case information
        case headReceived, headSent
        case bodyReceived, bodySent
        case tlsReceived, tlsSent
    }

    package let kind: Kind
    /// The data as sent or received; text for `.information`.
    package let bytes: [UInt8]

    package init(kind: Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}

/// A redirect that is met with `RedirectPolicy.follows`.
package struct RedirectNotice: Sendable {
    /// The head of the response that redirects; its body is not delivered.
    package let head: ResponseHead
    /// The URL of the request that was answered with it.
    package let source: ByteString
    /// The target, as the server wrote it.
    package let location: ByteString
    /// The request that follows; `nil`: there is none, and the upload fails.
    package let next: UploadRequest?
    /// Whether it has the URL of the first request.
    package var isFirstURL = false
    /// Whether it lacks the body of the one before.
    package var dropsBody = false
    /// The names of the header fields with credentials that the one before had and it has not: they are for another
    /// scheme, host or port.
    package var withheld: [ByteString] = []
}

/// Why a redirect is not followed.
package enum RedirectRefusal: Sendable, Hashable {
    /// Its target cannot be read.
    case malformed
    /// Its target has a scheme other than http and https.
    case unsupported(String)
    case notAllowed(String)
    /// It leads from https to http (`RedirectPolicy.leavesTLS`).
    case leavesTLS
    /// A GET would follow, but the redirect came when only these bytes of the body had been sent.
    /// There are none if it answers the empty request that asks for a challenge, of Digest for
    /// example.
    case losesBody(sent: Int64, of: Int64?)
}
