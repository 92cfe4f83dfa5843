import FormEncoding
import FormUpload
import Foundation

extension Messages {
    static func text(
        _ error: UploadFault, _ route: Route, _ refusal: RetryRefusal? = nil
    ) -> String {
        let text = bareText(error, route)
        if case .resumption(.rejected) = error { return text + wish(refusal) }
        return text + notRetried(refusal)
    }

    /// The fault of an upload's URL that has a fragment.
    private static func fragment(in url: ByteString, of line: OperationLine) -> String {
        var remedy = "write %23 for a '#' in a name"
        if line.uses.contains(where: { $0.isExpanding && $0.spec?.meaning == .url }) {
            remedy += ", as {{name:url}} does"
        }
        return "what follows the '#' of \(quoted(url.withoutFragment)) is not sent to a server: "
            + remedy + ", or leave it out"
    }

    /// The library's sentence with the command's remedy, or a sentence that names options within.
    private static func bareText(_ error: UploadFault, _ route: Route) -> String {
        let sentence = error.text(wording).sentence
        return switch error {
        case .malformedURL: invalidURL(route.url)
        case .fragmentInURL(let url): fragment(in: url, of: route.line)
        case .unsupportedScheme(let scheme) where scheme == "http" || scheme == "https":
            "protocol \(quoted(scheme)) is not allowed "
                + "(\(name(of: .option(.protocols), on: route.line)))"
        case .unsupportedScheme(let scheme):
            "\(quoted(route.url)) cannot be used: Protocol \"\(shown(scheme))\" not available, "
                + "only http and https"
                + didYouMean(
                    Suggestion.nearest(to: "\(scheme)", among: ["http", "https"]).map { $0 + "://" }
                )
        case .redirectRefused(let url, let refusal):
            redirectRefused(url, refusal, route.passed)
        case .contradictsBody: "\(route.line.typed("header") ?? "-H") \(sentence)"
        case .body(.notReplayable): sentence + stored(route.line)
        case .body(let error): text(error) + "; the upload was aborted"
        case .handler(let error as any FailureCause): error.failure.text
        case .handler(let error): "cannot handle the response: \(error)"
        case .transfer(let code, let reason, let progress):
            transfer(code, reason, progress, route) + missedProxy(code, progress, route)
        case .unanswered:
            sentence + "; the server may have taken the upload: "
                + "--retry-all-errors or --idempotency-key would send it again"
        case .stalled: sentence + " (--stall-timeout)"
        case .tooManyRedirects: sentence + " (--max-redirs)"
        case .cannotReplay(let cause):
            "\(text(cause: cause, route)); the body comes from a stream and cannot be sent again"
                + stored(route.line)
        case .timedOut: (route.line.typed("retry") == nil ? "" : "the attempt ") + sentence
        case .invalidText(let field):
            "\(name(of: field, on: route.line)): \(field.rule)"
                + (field.isOneLine
                    && name(of: field, on: route.line).hasPrefix("--\(OptionTable.expanding)")
                    ? ": {{name:trim}} leaves out a line end after the text of a variable" : "")
        case .needsHooks(let field): needsHooks(name(of: field, on: route.line))
        case .unsupportedOption(let option):
            "\(name(of: .option(option), on: route.line)) is not available: \(option.lack)"
        case .resumption(.rejected(let head)) where head.status == 413:
            sentence + ": " + smallerRequests(route.line)
        case .resumption(let fault): text(fault)
        case .status(let head): "the server answered \(shownStatus(head))"
        case .badResponse, .streamRefused, .tooSlow, .cancelled: sentence
        case .noResponse, .replyTooLarge, .unsuccessful: error.text(wording).description
        }
    }

    static func text(_ notice: RetryNotice, _ route: Route) -> String {
        let cause =
            if case .unanswered = notice.cause {
                // Without the advice how to try again.
                notice.cause.text(wording).sentence
            } else {
                text(cause: notice.cause, route)
            }
        return cause + "; trying again in \(notice.pause.inSeconds)"
            + (notice.jitter > .zero ? ", \(notice.jitter.inSeconds) of it at random" : "")
            + (notice.left.map { $0 > 0 ? " (\($0) left)" : " (the last attempt)" } ?? "")
    }

    /// Why a request is sent again, perhaps to the target of a redirect.
    static func text(cause fault: UploadFault, _ route: Route) -> String {
        var route = route
        route.url = route.target
        return text(fault, route)
    }

    static func shownStatus(_ head: ResponseHead) -> String {
        shown(ByteString(head.statusText))
    }

    /// The sentence for a final status that is no success, with the remedy if there is one, and with the
    /// bytes sent if the server answered early.
    static func badStatus(
        _ response: UploadResponse, _ request: Request, _ route: Route, _ refusal: RetryRefusal?
    ) -> String {
        let head = response.head
        var text = "the server answered \(shownStatus(head))" + wish(refusal)
        if response.head.isSuccess { text += ", not accepted by --expect-status" }
        text += after(response)
        if let remedy = remedy(for: response, request, route) { text += ": " + remedy }
        return text + notRetried(refusal)
    }

    /// The server answered before it had the whole body, with a status that is no failure by
    /// itself.
    static func bodyCutShort(_ response: UploadResponse) -> String {
        "the server answered \(shownStatus(response.head)) before it had the whole body: "
            + "\(amount(response.bytesSent, of: response.bodyLength)) sent"
    }

    /// The server answered before it had the whole body, and then fell silent.
    static func answerCut(_ response: UploadResponse) -> String {
        "the server answered \(shownStatus(response.head))\(after(response)), but did not end its answer"
    }

    /// `, after 1.0 of 8.0 MiB`, if the server answered before it had the whole body.
    static func after(_ response: UploadResponse) -> String {
        if response.isBodyComplete { return "" }
        return ", after " + amount(response.bytesSent, of: response.bodyLength)
    }

    /// `1.0 of 8.0 MiB`, or `1.0 MiB of a stream`.
    static func amount(_ sent: Int64, of total: Int64?) -> String {
        total.map { ByteCount.text(sent, of: $0) } ?? ByteCount.text(sent) + " of a stream"
    }

    /// `UploadResponse.mayBeCut`
    static let answerMayBeCut =
        "the response may have been cut short: it has no length, and the server did not close the "
        + "connection as TLS demands (close_notify)"

    static func text(_ fault: ResumptionFault) -> String {
        let sentence = fault.text(wording).sentence
        if case .rejected(let head) = fault {
            return head.isGone ? sentence + ": the next call starts from the beginning" : sentence
        }
        if fault.beginsAnew { return sentence + ": upload it again from the beginning" }
        return switch fault {
        case .unsupported: sentence + "; leave out --append-size"
        case .unknownLength:
            "the length is not known, which --tus and --append-size need: leave out --chunked, or "
                + "upload a file"
        case .unusableLocation(_, .malformed): "the server named no usable address for the upload"
        case .unusableLocation(let url, let refusal):
            "the address at \(shown(WrittenURL(url).halves.origin)), which the server gave the "
                + "upload, cannot be used: "
                + (refusal == .leavesTLS ? "it leaves https" : reason(refusal, []))
        case .emptyProbe:
            "--digest, --ntlm and --negotiate begin with an empty request, which the server would take "
                + "for the whole upload: use --anyauth, or leave out --resumable and --tus"
        case .locationMissing: sentence + ": it may not support the protocol"
        default: sentence
        }
    }
}
