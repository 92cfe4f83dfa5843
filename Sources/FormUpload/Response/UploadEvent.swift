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
    /// The attempt has failed, and there will be another after this pause. What it delivered is void.
    case retrying(RetryCause, after: Duration)
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
    init?(_ event: TransferEvent) {
        switch event {
        case .progress(let progress): self = .progress(progress)
        case .informational(let head): self = .informational(head)
        case .redirecting(let notice):
            self = .redirecting(
                to: notice.location.description, sendsBody: notice.next?.dropsBody == false)
        case .retrying(let notice): self = .retrying(notice.cause, after: notice.pause)
        case .resource(let token): self = .resource(token)
        case .resuming(let token, _): self = .resuming(token)
        case .head(let head): self = .head(head)
        case .body(let bytes): self = .body(Data(bytes))
        case .measured(let facts): self = .measured(facts)
        case .notRetrying, .wire: return nil
        }
    }
}
