import FormEncoding

extension UploadResponse {
    /// The response of a transfer. `isMeasured`: the transport has reported how much it wrote.
    init(
        _ head: ResponseHead, _ count: TransferCount, _ verdict: Exchange.Verdict,
        isMeasured: Bool
    ) {
        let isWhole = isMeasured ? count.isBodyWritten : count.isBodyRead
        self.init(
            head: head, bytesSent: isWhole ? count.progress.read : count.progress.sent,
            bodyLength: count.progress.total, isBodyComplete: isWhole,
            bytesReceived: verdict == .deliver ? count.progress.received : 0,
            isToBeRetried: verdict == .retry)
    }
}

extension ResponseHead {
    /// Whether another request may follow over the connection after a short body.
    var keepsConnection: Bool {
        let length = value(of: "Content-Length").flatMap { Int($0.description) } ?? 0
        let closes = value(of: "Connection")?.description.lowercased().contains("close") ?? false
        return version != "1.0" && !closes && length < Exchange.longestRest
    }
}

extension TransferFacts {
    /// The transport's measurements, or our own counts if there are none. `isWhole`: there is
    /// a response.
    init(
        _ measured: TransferFacts?, _ head: ResponseHead?, _ progress: UploadProgress, isWhole: Bool
    ) {
        self = measured ?? TransferFacts(of: head, progress)
        if !isWhole {
            bytesSent = progress.sent
        } else if measured == nil {
            bytesSent = progress.read
        }
    }
}

extension TransferCount {
    /// Counts the head that a line completes.
    mutating func note(_ step: HeadAssembly.Step) {
        switch step {
        case .final(let head), .undecided(let head): headArrived(head)
        case .interim: waitForResponse()
        case .nothing: break
        }
    }
}

extension Exchange {
    /// Returns the result of the exchange when the transport has ended. Under the lock.
    func conclusion(
        _ code: Int32, _ reason: String, _ facts: TransferFacts?, _ queued: Int64
    ) -> Result {
        if let facts { noteMoved(written: facts.bytesSent, queued: queued) }
        measuredFacts = facts
        let progress = count.progress
        if let cause { return .failure(cause.error) }
        if verdict == .deliver, code != 0, !heads.isAll {
            return .failure(.transfer(code: code, reason: reason, progress))
        }
        guard let head = heads.wholeHead else {
            return .failure(.transfer(code: CURLCode.partialFile, reason: "", progress))
        }
        return .success(
            UploadResponse(head, count, verdict, isMeasured: facts != nil))
    }
}
