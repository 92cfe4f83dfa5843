import FormEncoding
import FormUpload

/// What became of one request. It is made once, when the request has ended; `-w`, the progress, the summary
/// and the exit status read it.
struct Outcome: Sendable {
    enum Verdict: Equatable, Sendable {
        /// The final status counts as a success.
        case accepted
        /// The final status is bad, which `--no-fail` ignores.
        case tolerated
        /// The journal has the file already.
        case skipped
        case failed(Failure)
    }

    let place: RequestLabel
    let verdict: Verdict
    var record = ResponseRecord()
    /// The values of `--capture`; none after a failure.
    var captured: [String: ByteString] = [:]
    /// The file of the response; `nil` for standard output.
    var file: ByteString?
    /// The response that came before the whole body was sent, if it is the final one.
    var earlyResponse: UploadResponse?
    var duration = Duration.zero
    /// A second failure: the request had failed, and its cookies could not be saved either.
    var cookieFailure: Failure?

    var head: ResponseHead? { record.head }

    var facts: TransferFacts { record.facts }

    var failure: Failure? { if case .failed(let failure) = verdict { failure } else { nil } }

    var exitStatus: Int32 { failure?.status ?? ExitStatus.success }

    /// The final status of the server; `nil` without a response.
    var status: Int? { head?.status }
}

/// What a request's events have told so far.
struct ResponseRecord: Sendable {
    var head: ResponseHead?
    var facts = TransferFacts()
    var redirects = 0
    var retries = 0
    /// The URL that redirects led to; `nil` if it is the one that was given.
    var finalURL: ByteString?
    /// Where a 302 led, which was followed without the form: the answer may be that of a page to log in.
    var formLeftOutAt: ByteString?
    /// The address of a resumable upload.
    var uploadURL: ByteString?
    /// Whether the whole request was sent at least once, and there was no answer or a success.
    var mayBeComplete = false
    var refusal: RetryRefusal?
}
