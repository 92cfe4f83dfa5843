import FormEncoding
import Foundation

/// Why an upload has failed, as facts.
package enum UploadFault: Fault {
    // Before anything is sent.

    case malformedURL(ByteString)
    /// The URL of an upload has a fragment, which is never sent: `/report#1.pdf` would go to
    /// `/report`.
    case fragmentInURL(ByteString)
    /// The URL has a scheme other than http and https.
    case unsupportedScheme(ByteString)
    /// The text of this field or option cannot be sent: it contains a CR, LF or NUL, which
    /// would end its line, or is not a valid token or request target (RFC 9110 §5.5, §9.1).
    case invalidText(UploadField)
    /// This header line contradicts the length, coding or boundary with which the body is sent.
    case contradictsBody(ByteString, sentWith: String)
    /// This field or option cannot be sent by URLSession alone: on Linux the request itself, where calls
    /// of libcurl cannot be intercepted (another C library than glibc, or a libcurl linked in statically).
    case needsHooks(UploadField)
    /// libcurl refused this option: this build lacks the feature.
    case unsupportedOption(CURLSetting.Option)

    // While the body is sent.

    /// The body could not be read, or has changed; the server has not received a whole body.
    case body(BodyFault)
    /// No byte was sent for this long although the body was not complete (`UploadLimits.stall`).
    case stalled(for: Duration, UploadProgress)
    /// The speed was below the limit for this long.
    case tooSlow(UploadLimits.Speed, UploadProgress)

    // While the server is to answer.

    /// libcurl ended the transfer with this CURLcode and sentence.
    case transfer(code: Int32, reason: String, UploadProgress)
    /// A connection that was kept from an earlier request ended before any of the answer. The server may
    /// have taken the request, which is not sent again.
    case unanswered(code: Int32, reason: String, UploadProgress)
    /// The server refused the stream of HTTP/2 (REFUSED_STREAM, RFC 9113 §8.7), or ended the connection without it
    /// (GOAWAY, §6.8), and has taken nothing of the request.
    case streamRefused(isUnprocessed: Bool, UploadProgress)
    /// The server was silent for this long after the whole body was sent (`UploadLimits.response`). It may
    /// have taken the request.
    case noResponse(for: Duration, UploadProgress)
    /// The response is refused, or is not whole, although libcurl accepts it.
    case badResponse(ResponseFault)
    /// The body of the response has more bytes than the caller wants in memory.
    case replyTooLarge(limit: Int)
    /// The response is whole, but no success: the status is not 2xx, or the server answered before it had
    /// the whole body. Only `UploadReply.success()` and `decoded` throw it.
    case unsuccessful(UploadReply)
    /// The response has a status that asks for another attempt, or redirects: the request is to be sent again.
    case status(ResponseHead)

    // At any time.

    /// The limit of an attempt, `UploadLimits.attempt`, was reached.
    case timedOut(after: Duration, UploadProgress)
    case cancelled
    /// The app's own function for events threw; the transfer was aborted.
    case handler(any Error)

    // Redirects and retries.

    /// A redirect to this URL is not followed.
    case redirectRefused(to: ByteString, RedirectRefusal)
    case tooManyRedirects(Int)
    case resumption(ResumptionFault)
    /// The request had to be sent again, but its body is a stream that can be read only once.
    indirect case cannotReplay(UploadFault)
}

extension UploadFault {
    package var code: UploadError.Code {
        switch self {
        case .malformedURL, .fragmentInURL, .unsupportedScheme: .badURL
        case .invalidText, .contradictsBody: .invalidValue
        case .needsHooks, .unsupportedOption: .unsupportedOption
        case .body(let error): error.code
        case .stalled, .tooSlow, .noResponse, .timedOut: .timedOut
        case .transfer(let code, let reason, _): CURLCode.code(of: code, reason)
        case .unanswered, .streamRefused: .connectionLost
        case .badResponse: .badServerResponse
        case .replyTooLarge: .replyTooLarge
        case .unsuccessful, .status: .unsuccessful
        case .cancelled: .cancelled
        case .handler: .appError
        case .redirectRefused: .redirectRefused
        case .tooManyRedirects: .tooManyRedirects
        case .resumption(let fault): fault.code
        case .cannotReplay: .notReplayable
        }
    }

    package var isTemporary: Bool { head?.isTemporary ?? code.isTemporary }

    package var isSentAgain: Bool {
        if case .resumption = self { true } else { RetryPolicy().covers(self) }
    }

    /// The head of the response that says no.
    fileprivate var head: ResponseHead? {
        switch self {
        case .unsuccessful(let reply): reply.head
        case .status(let head), .resumption(.rejected(let head)): head
        default: nil
        }
    }

    package var underlyingError: (any Error)? {
        switch self {
        case .body(let error): error.underlyingError
        case .handler(let error): error
        default: nil
        }
    }

    /// The error in a sentence, and what to do about it, without credentials of URLs and values of header fields.
    package func text(_ words: Wording = .plain) -> ErrorText {
        switch self {
        case .malformedURL(let url):
            ErrorText(
                "the URL cannot be read: \(words.shown(url.masked))",
                url.bytes.contains(where: { $0 <= 0x20 })
                    ? "write %20 for a blank"
                    : "write http:// or https://, a host and a port up to 65535")
        case .fragmentInURL(let url):
            ErrorText(
                "what follows the '#' of \(words.shown(url.withoutFragment.masked)) is not sent to a server",
                "write %23 for a '#' in a name, or leave it out")
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
        case .unsupportedOption(let option):
            ErrorText("\(UploadField.option(option)) is not available: \(option.lack)")
        case .body(let error) where words.isOfApp: error.text(words)
        case .body(let error): ErrorText(error.text(words).sentence + "; the upload was aborted")
        case .stalled(let limit, let progress):
            ErrorText(
                "no byte moved for \(limit.inSeconds) \(progress.text)",
                "raise limits.stall")
        case .tooSlow(let speed, let progress):
            ErrorText(
                "less than \(ByteCount.text(speed.bytesPerSecond)) a second for "
                    + "\(speed.time.inSeconds) \(progress.text)")
        case .transfer(let code, let reason, let progress):
            ErrorText(
                (reason.isEmpty
                    ? "the transfer failed with CURLcode \(code)"
                    : words.shown(ByteString(reason).masked)) + " " + progress.text)
        case .unanswered(_, let reason, let progress):
            ErrorText("\(words.shown(ByteString(reason).masked)) \(progress.text)")
        case .streamRefused(_, let progress):
            ErrorText("the server refused the HTTP/2 stream \(progress.text)")
        case .noResponse(let limit, let progress):
            ErrorText(
                "no \(words.isOfApp ? "response" : "answer") for \(limit.inSeconds) \(progress.text)",
                "raise limits.response, or have the server send 1xx responses meanwhile; it may have the "
                    + "upload")
        case .badResponse(let fault): ErrorText(fault.text(words))
        case .replyTooLarge(let limit):
            ErrorText(
                "the response is longer than \(ByteCount.text(Int64(limit)))",
                "raise maximumSize, or read the .body events")
        case .unsuccessful(let reply):
            ErrorText(
                "the server responded with \(reply.head.statusLine)"
                    + (reply.response.isBodyComplete ? "" : " before it had the whole body"),
                "reply has the server's explanation")
        case .status(let head):
            ErrorText(
                "the server responded with \(head.statusLine)",
                "reply has the server's explanation")
        case .timedOut(let limit, let progress):
            ErrorText(
                "timed out after \(limit.inSeconds) \(progress.text)", "raise limits.attempt")
        case .cancelled: ErrorText("cancelled")
        case .handler(let error): ErrorText(error.sentence)
        case .redirectRefused(let url, let refusal):
            ErrorText("a redirect to \(words.shown(url.masked)) was not followed: \(refusal.text)")
        case .tooManyRedirects(let maximum): ErrorText("more than \(maximum) redirects")
        case .resumption(let fault): fault.text(words)
        case .cannotReplay(let cause):
            ErrorText(
                "\(cause.text().sentence); the body comes from a stream and cannot be sent again",
                "give the stream a closure that begins it anew")
        }
    }
}

extension UploadError.Code {
    /// The URL cannot be read, is neither http nor https, or has a fragment, which an upload would
    /// lose.
    public static let badURL = Self("badURL")
    /// An option cannot be had here, because libcurl lacks it or cannot be reached.
    public static let unsupportedOption = Self("unsupportedOption")
    /// The name of the host has no address.
    public static let cannotFindHost = Self("cannotFindHost", isTemporary: true)
    /// No connection was made, so that nothing was sent.
    public static let cannotConnect = Self("cannotConnect", isTemporary: true)
    /// The connection ended before the response.
    public static let connectionLost = Self("connectionLost", isTemporary: true)
    /// A limit of `UploadLimits` was reached.
    public static let timedOut = Self("timedOut", isTemporary: true)
    /// TLS cannot be spoken with the server.
    public static let secureConnectionFailed = Self("secureConnectionFailed")
    /// The server's certificate is not trusted.
    public static let untrustedServer = Self("untrustedServer")
    /// The client's certificate or its key cannot be used, or is not accepted.
    public static let clientCertificate = Self("clientCertificate")
    /// The proxy has no address, or does not connect to the server.
    public static let proxy = Self("proxy")
    /// The response is not whole, or no HTTP.
    public static let badServerResponse = Self("badServerResponse")
    /// The response is longer than `maximumSize`.
    public static let replyTooLarge = Self("replyTooLarge")
    /// The response has a status other than 2xx, or came before the server had the whole body; see `reply`.
    public static let unsuccessful = Self("unsuccessful")
    /// A redirect leads where it must not.
    public static let redirectRefused = Self("redirectRefused")
    /// There were more redirects than `RedirectPolicy.maximum`.
    public static let tooManyRedirects = Self("tooManyRedirects")
    /// A resumable upload cannot go on; sent from the start it can succeed.
    public static let cannotResume = Self("cannotResume")
    /// Any other failure of libcurl, in its words.
    public static let transferFailed = Self("transferFailed")
}

extension UploadError {
    /// The response, if it is no success; without its body where that was not kept.
    public var reply: UploadReply? {
        let fault = fault as? UploadFault
        if case .unsuccessful(let reply)? = fault { return reply }
        return fault?.head.map { head in
            UploadReply(
                response: UploadResponse(head: head, bytesSent: bytesSent, isBodyComplete: true),
                body: Data())
        }
    }
}

extension ResponseFault {
    fileprivate func text(_ words: Wording) -> String {
        switch self {
        case .unknownLength(let name, let values):
            "the length of the response cannot be known: \(name) is "
                + values.map(words.quoted).joined(separator: " and ")
        case .malformedFraming(let name):
            "the length of the response cannot be known: the header \(words.quoted(name)) is folded, "
                + "or has a blank where none may be"
        case .transferCoding(let name):
            "the response has the transfer coding \(words.quoted(name)), which was not asked for"
        case .malformedHead: "the head of the response is malformed"
        case .malformedChunks(let line):
            "the chunks of the response are malformed"
                + (line.map { ": \(words.quoted($0)) comes after the last one" } ?? "")
        case .contentCoding(let name):
            "the response has the content coding \(words.quoted(name)), which was not asked for"
        case .tooManyCodings(let count): "the response has \(count) content codings"
        case .contentInvalid(let coding, let reason):
            "the \(coding) data of the response are not valid: \(reason)"
        case .contentCut(let coding):
            "the response was cut short: it ends before its \(coding) data do"
        case .headsTooLong(let limit):
            "the heads and trailers of the response are longer than \(ByteCount.text(Int64(limit)))"
        case .exceeds(let limit): limit.text
        }
    }
}

extension LibcurlLimit {
    fileprivate var text: String {
        switch self {
        case .line:
            "a line in the head of the response is longer than libcurl's limit of 100 KiB"
        case .heads(let limit?):
            "the heads of the response are longer than libcurl's limit of "
                + ByteCount.text(Int64(limit))
        case .heads(nil): "the head of the response is longer than libcurl's limit"
        case .trailer: "a trailer of the response is longer than libcurl's limit of 64 KiB"
        case .proxyHead:
            "the head of the proxy's answer to CONNECT is longer than libcurl's limit of 16 KiB"
        }
    }
}

extension RedirectRefusal {
    fileprivate var text: String {
        switch self {
        case .malformed: "it is no URL"
        case .unsupported(let scheme), .notAllowed(let scheme):
            "\(scheme) is neither http nor https"
        case .leavesTLS: "it leads from https to http"
        case .losesBody: "it came before the whole body was sent"
        }
    }
}

extension ByteString {
    /// With `[masked]` in place of passwords and other credentials of URLs.
    var masked: ByteString {
        let names = CredentialNames()
        let url = ByteString(bytes.masking(names.secrets(inText: bytes)))
        var secrets = names.secrets(inURL: url)
        if bytes.firstRange(of: "://".utf8) != nil, (try? UploadURL(url, relativeTo: nil)) == nil {
            secrets += url.passwordOfInvalid
        }
        return ByteString(url.bytes.masking(secrets))
    }

    /// The password of a URL that is not valid, in which it may have an `@` or a slash.
    package var passwordOfInvalid: [Secret] {
        let end = bytes.lastIndex(of: UInt8(ascii: "@")) ?? 0
        let start = bytes[..<end].firstRange(of: Array("://".utf8))?.upperBound ?? 0
        return bytes.password(in: start..<end).map { [Secret(name: "password", range: $0)] } ?? []
    }
}
