import FormEncoding
import Foundation

extension UploadError: LocalizedError, CustomStringConvertible {
    /// The error in a sentence, and what to do about it; without credentials of URLs and without values of header fields.
    public var errorDescription: String? { description }

    /// The same.
    public var description: String { text.description }

    var text: ErrorText {
        switch self {
        case .malformedURL(let url):
            ErrorText(
                "the URL cannot be read: \(url.masked)", "write http:// or https:// and a host")
        case .unsupportedScheme(let scheme):
            ErrorText("\(scheme) is not supported", "use http or https")
        case .invalidText(let name):
            ErrorText("the \(name) cannot be sent: it is empty, or has a line break or a NUL in it")
        case .contradictsBody(let line, let framing):
            ErrorText(
                "\(line) contradicts how the body is sent (\(framing))", "leave the field out")
        case .needsHooks(let name):
            ErrorText(
                "URLSession alone cannot send this: \(name)",
                "on Linux link glibc and the system's libcurl dynamically; elsewhere leave it out")
        case .unsupportedOption(let number):
            ErrorText("this libcurl does not have option \(number)")
        case .body(let error):
            ErrorText(error.text.sentence + "; the upload was aborted", error.text.remedy)
        case .stalled(let limit, let progress):
            ErrorText(
                "no byte was sent for \(limit) (\(progress.text))", "retry, or raise limits.stall")
        case .tooSlow(let speed, let progress):
            ErrorText(
                "less than \(speed.bytesPerSecond) bytes a second for \(speed.time) "
                    + "(\(progress.text))", "retry, or lower limits.speed")
        case .transfer(let code, let reason, let progress):
            ErrorText(
                reason.isEmpty
                    ? "the transfer failed (CURLcode \(code), \(progress.text))"
                    : "\(ByteString(reason).masked) (\(progress.text))",
                "retry.maximum sends the request again where that can help")
        case .unanswered(_, let reason, let progress):
            ErrorText(
                "the connection was lost before any of the answer: \(ByteString(reason).masked) "
                    + "(\(progress.text))",
                "an Idempotency-Key, or retry.retriesLostConnections, allows to send it again")
        case .streamRefused:
            ErrorText("the server refused the HTTP/2 stream, and took nothing", "retry")
        case .noResponse(let limit, let progress):
            ErrorText(
                "the server did not answer for \(limit) (\(progress.text))",
                "it may have the upload; a server that needs longer sends 1xx responses, or raise "
                    + "limits.response")
        case .badResponse(let fault, _): ErrorText("the response is refused: \(fault)")
        case .replyTooLarge(let limit):
            ErrorText(
                "the response is longer than \(limit) bytes",
                "raise maximumSize, or read the .body events")
        case .unsuccessful(let reply):
            ErrorText(
                "the server answered \(reply.head.statusLine)"
                    + (reply.response.isBodyComplete ? "" : " before it had the whole body"),
                "the error's reply has the server's explanation")
        case .timedOut(let limit, let progress):
            ErrorText("not done after \(limit) (\(progress.text))", "raise limits.total, or retry")
        case .cancelled: ErrorText("the upload was cancelled")
        case .handler(let error): ErrorText("the upload was ended by the app: \(error)")
        case .redirectRefused(let url, let refusal):
            ErrorText("a redirect to \(url.masked) was not followed: \(refusal)")
        case .tooManyRedirects(let maximum): ErrorText("more than \(maximum) redirects")
        case .resumption(let fault): fault.text
        case .cannotReplay(let cause):
            ErrorText(
                "the request had to be sent again (\(cause)), but its body can be read only once",
                "give the stream a closure that begins it anew, or send body.spooled()")
        }
    }
}

extension UploadProgress {
    fileprivate var text: String {
        contentLength.map { "\(sent) of \($0) bytes sent" } ?? "\(sent) bytes sent"
    }
}

extension RetryCause: CustomStringConvertible {
    /// The status line, or the error in a sentence.
    public var description: String {
        switch self {
        case .status(let head): "the server answered \(head.statusLine)"
        case .failure(let error): error.text.sentence
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
