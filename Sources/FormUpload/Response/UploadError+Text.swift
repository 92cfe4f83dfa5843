import FormEncoding
import Foundation

extension UploadError: LocalizedError, CustomStringConvertible {
    /// The error in a sentence, and what to do about it; without credentials of URLs and without values of header fields.
    public var errorDescription: String? { description }

    /// The same.
    public var description: String { text().description }

    /// The sentence in those words, and the remedy for an app.
    package func text(_ words: Wording = .plain) -> ErrorText {
        switch self {
        case .malformedURL(let url):
            ErrorText(
                "the URL cannot be read: \(words.shown(url.masked))",
                "write http:// or https:// and a host")
        case .unsupportedScheme(let scheme):
            ErrorText("no protocol \(words.quoted(scheme)): only http and https")
        case .invalidText(let field): ErrorText("\(field): \(field.rule)")
        case .contradictsBody(let line, let framing):
            ErrorText(
                "\(words.quoted(line)) contradicts how the body is sent (\(framing))",
                "leave the field out")
        case .needsHooks(let field):
            ErrorText(
                "\(field) is not available: libcurl cannot be reached here",
                "on Linux link glibc and the system's libcurl dynamically; elsewhere leave it out")
        case .unsupportedOption(let number):
            ErrorText("option \(number) is not available: this libcurl does not have it")
        case .body(let error):
            ErrorText(
                error.text(words).sentence + "; the upload was aborted", error.text(words).remedy)
        case .stalled(let limit, let progress):
            ErrorText(
                "no byte moved for \(limit.inSeconds) \(progress.text)",
                "retry, or raise limits.stall")
        case .tooSlow(let speed, let progress):
            ErrorText(
                "less than \(ByteCount.text(speed.bytesPerSecond)) a second for "
                    + "\(speed.time.inSeconds) \(progress.text)", "retry, or lower limits.speed")
        case .transfer(let code, let reason, let progress):
            ErrorText(
                (reason.isEmpty
                    ? "the transfer failed with CURLcode \(code)"
                    : words.shown(ByteString(reason).masked)) + " " + progress.text,
                "retry.maximum sends the request again where that can help")
        case .unanswered(_, let reason, let progress):
            ErrorText(
                "\(words.shown(ByteString(reason).masked)) \(progress.text)",
                "the server may have taken the upload: an Idempotency-Key, or "
                    + "retry.retriesLostConnections, allows to send it again")
        case .streamRefused(let progress):
            ErrorText("the server refused the HTTP/2 stream \(progress.text)", "retry")
        case .noResponse(let limit, let progress):
            ErrorText(
                "no answer for \(limit.inSeconds) \(progress.text)",
                "the server may have the upload; one that needs longer sends 1xx responses, or raise "
                    + "limits.response")
        case .badResponse(let fault, _): ErrorText(fault.text(words))
        case .replyTooLarge(let limit):
            ErrorText(
                "the response is longer than \(ByteCount.text(Int64(limit)))",
                "raise maximumSize, or read the .body events")
        case .unsuccessful(let reply):
            ErrorText(
                "the server answered \(reply.head.statusLine)"
                    + (reply.response.isBodyComplete ? "" : " before it had the whole body"),
                "the error's reply has the server's explanation")
        case .timedOut(let limit, let progress):
            ErrorText(
                "timed out after \(limit.inSeconds) \(progress.text)",
                "raise limits.total, or retry")
        case .cancelled: ErrorText("cancelled")
        case .handler(let error): ErrorText("the upload was ended by the app: \(error)")
        case .redirectRefused(let url, let refusal):
            ErrorText("a redirect to \(words.shown(url.masked)) was not followed: \(refusal)")
        case .tooManyRedirects(let maximum): ErrorText("more than \(maximum) redirects")
        case .resumption(let fault): fault.text(words)
        case .cannotReplay(let cause):
            ErrorText(
                "\(cause); the body comes from a stream and cannot be sent again",
                "give the stream a closure that begins it anew, or send body.spooled()")
        }
    }
}

extension ResponseFault {
    fileprivate func text(_ words: Wording) -> String {
        switch self {
        case .contentLength(let values):
            "the length of the response cannot be known: Content-Length is "
                + values.map(words.quoted).joined(separator: " and ")
        case .transferCoding(let name):
            "the response has the transfer coding \(words.quoted(name)), which was not asked for"
        case .headsTooLong(let limit):
            "the heads and trailers of the response are longer than \(ByteCount.text(Int64(limit)))"
        }
    }
}

extension RetryCause: CustomStringConvertible {
    /// The status line, or the error in a sentence.
    public var description: String {
        switch self {
        case .status(let head): "the server answered \(head.statusLine)"
        case .failure(let error): error.text().sentence
        }
    }
}

extension ByteString {
    /// With `[masked]` in place of passwords and other credentials of URLs.
    var masked: ByteString {
        let names = SecretNames()
        let text = bytes.masking(names.secrets(inText: bytes))
        return ByteString(text.masking(names.secrets(inURL: ByteString(text))))
    }
}
