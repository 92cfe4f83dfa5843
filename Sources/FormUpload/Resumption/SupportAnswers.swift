import FormEncoding

/// The answers of servers to the question whether they support a protocol of resumption, so that an
/// uploader asks each origin once, and not for each file.
final class SupportAnswers: Sendable {
    /// An origin, and the protocol that it was asked for.
    struct Question: Hashable {
        fileprivate let origin: String
        fileprivate let `protocol`: ResumptionProtocol

        /// Nil for a URL that cannot be read.
        init?(_ url: ByteString, protocol: ResumptionProtocol) {
            guard let origin = UploadToken.origin(of: url) else { return nil }
            self.origin = origin
            self.protocol = `protocol`
        }
    }

    /// How long an answer holds: the server of an app that runs for months may change.
    private static let lifetime = Duration.seconds(3600)

    private typealias Answer = (head: ResponseHead, at: ContinuousClock.Instant)
    private let answers = Guarded<[Question: Answer]>([:])

    subscript(question: Question) -> ResponseHead? {
        answers.withLock { answers in
            guard let answer = answers[question], .now - answer.at < Self.lifetime else {
                return nil
            }
            return answer.head
        }
    }

    /// Remembers an answer, unless it is about the login or the moment.
    func remember(_ head: ResponseHead, to question: Question) {
        guard !head.mayPassOnResource, ![401, 403, 407].contains(head.status) else { return }
        answers.withLock { $0[question] = (head, .now) }
    }
}
