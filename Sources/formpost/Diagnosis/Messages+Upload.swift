import FormEncoding
import FormUpload
import Foundation

/// Sentences about the upload itself.
extension Messages {
    static func text(
        _ error: UploadError, url: ByteString,
        _ route: ProxyRoute,
        facts: TransferFacts = TransferFacts(), _ refusal: RetryRefusal? = nil
    ) -> String {
        bareText(error, url, route, facts) + notRetried(refusal)
    }

    /// The library's sentence with the command's remedy, or a sentence that names options within.
    private static func bareText(
        _ error: UploadError, _ url: ByteString, _ route: ProxyRoute,
        _ facts: TransferFacts
    ) -> String {
        let sentence = error.text(wording).sentence
        return switch error {
        case .malformedURL(let url): invalidURL(url)
        case .unsupportedScheme(let scheme) where isSupported(scheme):
            "protocol \(quoted(scheme)) is not allowed "
                + "(\(route.name(of: .option(CURLSetting.Option.protocols.rawValue))))"
        case .redirectRefused(let url, let refusal):
            redirectRefused(url, refusal, route.passed)
        case .contradictsBody: "\(route.line.typed("header") ?? "-H") \(sentence)"
        case .body(let error): text(error) + "; the upload was aborted"
        case .handler(let error as any FailureCause): error.failure.text
        case .handler(let error as ResponseTooLarge):
            "the response is longer than --max-filesize (\(ByteCount.text(error.limit)))"
        case .handler(is BinaryOnTerminal): binaryOnTerminal
        case .handler(let error as UnmetExpectation): text(error)
        case .handler(let error): "cannot handle the response: \(error)"
        case .transfer(let code, let reason, let progress):
            transfer(code, reason, progress, url, facts, route)
        case .unanswered:
            sentence + "; the server may have taken the upload: "
                + "--retry-all-errors or --idempotency-key would send it again"
        case .stalled: sentence + " (--stall-timeout)"
        case .tooManyRedirects: sentence + " (--max-redirs)"
        case .cannotReplay(let cause):
            "\(text(cause, route, facts)); the body comes from a stream and cannot be sent again"
        case .timedOut: (route.line.typed("retry") == nil ? "" : "the attempt ") + sentence
        case .invalidText(let field):
            "\(route.name(of: field.kind)): \(field.rule)"
                + (field.isOneLine && route.isExpanded(field.kind)
                    ? ": {{name:trim}} leaves out a line end after the text of a variable" : "")
        case .needsHooks(let field): needsHooks(route.name(of: field.kind))
        case .unsupportedOption(let number):
            "\(route.name(of: .option(number))) is not available: "
                + "this libcurl does not have it"
        case .resumption(let fault): text(fault)
        case .badResponse, .streamRefused, .tooSlow, .unsupportedScheme, .cancelled: sentence
        case .noResponse, .replyTooLarge, .unsuccessful: error.description
        }
    }

    static func isSupported(_ scheme: ByteString) -> Bool { scheme == "http" || scheme == "https" }

    static func text(_ error: WriteError) -> String {
        let file = error.path.map { $0 == "-" ? "to standard output" : path($0) }
        if let file, error.errno == ETIMEDOUT { return "timed out: nothing reads \(file)" }
        let why = error.errno == ESTALE ? replacedMeanwhile : reason(error.errno)
        return "cannot write \(file ?? "the response to standard output"): " + why
    }

    /// The name now leads to another file than at the start, so that file is not overwritten.
    private static let replacedMeanwhile = "another file or a link has taken its name meanwhile"

    static func text(
        _ notice: RetryNotice, _ route: ProxyRoute, _ facts: TransferFacts
    ) -> String {
        let cause: String
        if case .failure(let error) = notice.cause, case .unanswered = error {
            // Without the advice how to try again.
            cause = error.text(wording).sentence
        } else {
            cause = text(notice.cause, route, facts)
        }
        return cause + "; trying again in \(seconds(notice.pause))\(jitter(of: notice))"
            + (notice.left.map { " (\($0) left)" } ?? "")
    }

    private static func jitter(of notice: RetryNotice) -> String {
        notice.jitter > .zero ? ", \(seconds(notice.jitter)) of it at random" : ""
    }

    static func text(
        _ cause: RetryCause, _ route: ProxyRoute, _ facts: TransferFacts
    ) -> String {
        switch cause {
        case .status(let head): "the server answered \(shownStatus(head))"
        case .failure(let error): text(error, url: facts.url, route, facts: facts)
        }
    }

    static func shownStatus(_ head: ResponseHead) -> String {
        shown(ByteString(head.statusText))
    }

    /// The sentence for a final status that is no success, with the remedy if there is one, and with the
    /// bytes sent if the server answered early.
    static func badStatus(
        _ response: UploadResponse, remedy: String?, _ refusal: RetryRefusal? = nil
    ) -> String {
        let head = response.head
        var text = "the server answered \(shownStatus(head))" + wish(refusal)
        if response.isSuccess { text += ", not accepted by --expect-status" }
        if let total = response.bodyLength, !response.isBodyComplete {
            text += ", after " + ByteCount.text(response.bytesSent, of: total)
        }
        if let remedy { text += ": " + remedy }
        return text + notRetried(refusal)
    }

    /// The server answered 2xx before it had the whole body.
    static func bodyCutShort(_ response: UploadResponse) -> String {
        let sent =
            response.bodyLength.map { ByteCount.text(response.bytesSent, of: $0) }
            ?? "\(ByteCount.text(response.bytesSent)) of a stream"
        return "the server answered \(shownStatus(response.head)) before it had all of the body: "
            + "\(sent) sent"
    }

    /// The status line on standard error, with the URL that a redirect led to; for an early response,
    /// with how much had been sent.
    static func statusLine(
        _ head: ResponseHead, from url: ByteString?, sent: Int64?, of total: Int64?
    ) -> String {
        let line =
            shown(ByteString(head.statusLine)) + (url.map { " from \(shown($0))" } ?? "")
        guard let sent, let total, sent < total else { return line }
        return line + ", after " + ByteCount.text(sent, of: total)
    }

    static let insecure = "certificates are not verified (-k)"

    static func passwordQuestion(_ user: ByteString, _ host: String) -> String {
        "Password of \(shown(user)) for \(host): "
    }

    static func proxyPasswordQuestion(_ user: ByteString) -> String {
        "Password of \(shown(user)) for the proxy: "
    }

    static func noTerminal(for user: ByteString, of option: String) -> String {
        "no password for user \(quoted(user)), and no terminal to ask on: "
            + "write \(option) user:password"
    }

    static func noPassword(of user: ByteString, _ option: String) -> String {
        "no password for user \(quoted(user)) was typed: for an empty one write \(option) user:"
    }

    static let binaryOnTerminal =
        "the response is binary and would disturb the terminal: -o file saves it, "
        + "-o - prints it anyway"

    static let standardInputEmpty = "standard input is empty"

    static let queryTooLong = "the data for the URL is longer than 1 MiB: leave out -G"

    static let blankInQuery =
        "the data for the URL has a blank or a line end in it: --data-urlencode encodes it"

    static let textForURLEncoding = " (for text with an '@' write name=text or =text)"

    static func notJSON(_ option: String) -> String {
        "\(option): the body is not JSON: names and texts need double quotes, as in '{\"a\":\"b\"}'"
    }

    static func textIsFileName(_ option: String, _ text: ByteString) -> String {
        "\(option) sends the text \(quoted(text)); \(option) @\(shown(text)) would send the file"
    }

    static func twoContentTypes(
        _ first: ByteString, _ second: ByteString, of option: String
    ) -> String {
        "two types of \(option) 'Content-Type': \(quoted(first)), \(quoted(second)): leave one out"
    }

    static func leftOut(_ count: Int64) -> String {
        "\(count) line ends and NUL bytes of files are left out; --data-binary keeps them"
    }

    static func overwritesInput(_ output: String, _ input: String) -> String {
        "\(output) would overwrite the input of \(input): it is the same file"
    }

    static func sameFile(_ first: String, _ second: String, hasEach: Bool) -> String {
        first == second
            ? "the response of each request would overwrite \(first): it needs a name for each, as with "
                + (hasEach ? "--expand-output '{{each:stem}}.json'" : "--expand-output")
            : "\(first) and \(second) are the same file: one would overwrite the other"
    }

    /// How far the upload had come: `while sending (4.0 of 12.5 MiB sent)`.
    static func phase(_ progress: UploadProgress) -> String { progress.text }

    static func seconds(_ duration: Duration) -> String { duration.inSeconds }
}
