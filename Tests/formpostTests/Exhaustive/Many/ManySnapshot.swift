import FormEncoding

@testable import FormUpload
@testable import formpost

extension ProgressSnapshot {
    /// The progress of `count` requests, of which `done` have ended.
    static func many(
        done: Int = 0, count: Int = 0, failed: Int = 0, skipped: Int = 0, sent: Int64 = 0,
        total: Int64? = nil, rate: Double = 0, secondsLeft: Double? = nil
    ) -> ProgressSnapshot {
        var tally = Tally(count: count)
        for index in 0..<done {
            let isFailure = index < failed
            tally.record(
                isFailure
                    ? .failed(index, Failure(7, ""))
                    : index < failed + skipped ? .skipped(index) : .uploaded(index))
        }
        return ProgressSnapshot(
            subject: .all(tally), sent: sent, total: total, rate: rate, secondsLeft: secondsLeft)
    }
}

extension formpost.Outcome {
    static func uploaded(_ number: Int, status: Int = 200) -> Self {
        Self(
            place: RequestLabel(number: number), verdict: .accepted,
            record: ResponseRecord(head: head(status)))
    }

    static func skipped(_ number: Int) -> Self {
        Self(place: RequestLabel(number: number), verdict: .skipped)
    }

    static func failed(
        _ number: Int, _ failure: Failure, of name: ByteString = "x", status: Int? = nil
    ) -> Self {
        Self(
            place: RequestLabel(number: number, name: name), verdict: .failed(failure),
            record: ResponseRecord(head: status.map { Self.head($0) }))
    }

    static func head(_ status: Int) -> ResponseHead {
        ResponseHead(rawLines: ["HTTP/1.1 \(status) X\r\n", "\r\n"].map { ByteString($0) })
    }
}

extension ProgressState {
    mutating func begin(_ index: Int, _ name: ByteString, size: Int64?) {
        begin(RequestLabel(number: index, name: name), size: size, at: .zero)
    }

    /// `sent` bytes of the body have been sent.
    mutating func move(_ index: Int, _ sent: Int64, at now: Duration) {
        var progress = UploadProgress()
        (progress.read, progress.sent) = (sent, sent)
        move(index, to: progress, at: now)
    }
}
