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

    let place: RequestPlace
    let verdict: Verdict
    /// The head of the final response; `nil` without one.
    let head: ResponseHead?
    let facts: TransferFacts
    let redirects: Int
    let retries: Int
    /// The values of `--capture`; none after a failure.
    let captured: [String: ByteString]
    /// The file of the response; `nil` for standard output.
    let file: ByteString?
    let duration: Duration
    /// The address of a resumable upload; `nil` if the server has named none.
    let uploadURL: ByteString?
    /// A second failure: the request had failed, and its cookies could not be saved either.
    let cookieFailure: Failure?

    init(
        _ place: RequestPlace, _ verdict: Verdict, head: ResponseHead? = nil,
        facts: TransferFacts = TransferFacts(), redirects: Int = 0, retries: Int = 0,
        captured: [String: ByteString] = [:], file: ByteString? = nil, duration: Duration = .zero,
        uploadURL: ByteString? = nil, cookieFailure: Failure? = nil
    ) {
        (self.place, self.verdict, self.head) = (place, verdict, head)
        var facts = facts
        if facts.url.isEmpty { facts.url = place.url }
        (self.facts, self.redirects, self.retries) = (facts, redirects, retries)
        (self.captured, self.file, self.duration) = (captured, file, duration)
        (self.uploadURL, self.cookieFailure) = (uploadURL, cookieFailure)
    }

    var failure: Failure? { if case .failed(let failure) = verdict { failure } else { nil } }

    var exitStatus: Int32 { failure?.status ?? ExitStatus.success }

    /// The final status of the server; `nil` without a response.
    var status: Int? { head?.status }
}
