import FormEncoding
import FormUpload

/// An upload that a journal records, with the lock on it. A resumable one goes on with what an earlier call with the
/// same request has begun.
struct JournaledUpload: Sendable {
    /// The request to send: it goes on with the upload of an earlier call if there is one.
    private(set) var request: UploadRequest
    /// Why the upload of an earlier call is of no use; nil if there is none, or if it goes on.
    private(set) var reasonToRestart: String?
    /// The upload that an earlier call has left, also if it cannot go on; nil if there is none.
    private(set) var earlierToken: UploadToken?
    /// Whether an earlier call has ended without an answer, and without an address to go on with.
    let mayHaveBeenSent: Bool
    private let isBegun: Bool
    /// The upload of this call, and the one that is sent: the same, or that of an earlier call; and why the address could
    /// not be noted.
    private let entries: Guarded<(own: JournalEntry, sent: JournalEntry, failure: Failure?)>
    private let journal: Journal
    private let lock: UploadLock

    /// `begun` is what an earlier call has left of it.
    init(
        _ request: UploadRequest, _ own: JournalEntry, after begun: JournalEntry?,
        _ lock: UploadLock, in journal: Journal
    ) {
        self.request = request
        (self.journal, self.lock) = (journal, lock)
        entries = Guarded((own, own, nil))
        isBegun = begun?.hasSources(of: own) == true
        mayHaveBeenSent = isBegun && begun?.token == nil
        guard let begun, let token = begun.token else { return }
        let origin = UploadToken.origin(of: ByteString(token.url))
        guard let origin, [UploadToken.origin(of: request.urlBytes), begun.origin].contains(origin)
        else {
            reasonToRestart =
                "the journal has an address at \(origin ?? "no server"), which the server has not named"
            return
        }
        earlierToken = token
        if let (now, before) = zip(own.sources, begun.sources).first(where: !=) {
            let isOther = (now.content == nil) != (before.content == nil)
            reasonToRestart =
                isOther
                ? "--journal-content was given in only one of the calls"
                : "\(Messages.quoted(now.path)) has changed since"
        } else if let resumed = request.resumed(begun, token) {
            self.request = resumed
            entries.withLock { $0.sent = begun }
        } else {
            reasonToRestart = "the journal does not match the request"
        }
    }

    /// Lets other commands send the upload.
    func release() { lock.release() }

    /// Records that the upload begins, if no earlier call has.
    func begin() throws(Failure) { if !isBegun { try journal.note(own) } }

    /// Records the address of the upload when the server has named it. If that fails, the upload goes on, and its end
    /// says so.
    func handle(_ event: TransferEvent) throws(Failure) {
        switch event {
        case .resource(let token):
            let begun = entries.withLock { $0.sent }.begun(token, at: request.urlBytes)
            do throws(Failure) { try journal.note(begun) } catch {
                entries.withLock { $0.failure = error }
            }
        case .restarting:
            let changed = try own.withFilesAsTheyAre()
            entries.withLock { ($0.own, $0.sent) = (changed, changed) }
        default: break
        }
    }

    /// Records that the server has deleted the upload.
    func recordDeletion() throws(Failure) { try journal.note(own.failed) }

    private var own: JournalEntry { entries.withLock { $0.own } }

    /// Records the end of the upload, unless a later call can go on with it, or it may be complete without an answer.
    /// `status` is the final one of an upload that counts as complete.
    func end(
        _ result: Result<UploadResponse, UploadFault>, _ record: ResponseRecord,
        accepted status: Int?
    ) async throws(Failure) {
        if let status {
            let sent = result.bytesBeforeEarlyResponse
            return try await journal.record(own.complete(status: status, sent: sent))
        }
        let (sent, unnoted) = entries.withLock { ($0.sent, $0.failure) }
        let isOpen = sent.token != nil || record.uploadURL != nil || record.mayBeComplete
        if result.endsUpload || !isOpen { try journal.note(own.failed) }
        if let unnoted { throw unnoted }
    }

    /// The upload from the start, if the server has refused to go on with that of an earlier call.
    func restarted(
        after result: Result<UploadResponse, UploadFault>, _ original: UploadRequest
    ) -> JournaledUpload? {
        guard request.resumption?.token != nil, case .failure(.resumption(let fault)) = result,
            fault.beginsAnew
        else { return nil }
        var restarted = self
        restarted.request = original
        entries.withLock { $0.sent = $0.own }
        restarted.reasonToRestart =
            if case .rejected(let head) = fault {
                "the server answered \(Messages.shownStatus(head))"
            } else {
                fault.text(Messages.wording).sentence
            }
        return restarted
    }
}

extension Result<UploadResponse, UploadFault> {
    /// The bytes of the body that were sent, if that was not all.
    fileprivate var bytesBeforeEarlyResponse: Int64? {
        guard case .success(let response) = self, !response.isBodyComplete else { return nil }
        return response.bytesSent
    }

    /// Whether the server has nothing that a later call could go on with: it has answered the whole upload, or it
    /// refuses to go on.
    fileprivate var endsUpload: Bool {
        switch self {
        case .success(let response):
            // A call that does not need the lost response can record the upload.
            !response.isLost
                && (response.head.isSuccess || response.head["Upload-Complete"] == "?1"
                    || ResumptionFault.rejected(response.head).beginsAnew)
        case .failure(.resumption(let fault)): fault.beginsAnew
        case .failure: false
        }
    }
}

extension UploadRequest {
    /// The request with the boundaries and the address of an earlier call; nil if these do not fit.
    fileprivate func resumed(_ earlier: JournalEntry, _ token: UploadToken) -> UploadRequest? {
        var request = self
        request.body = body?.replacingBoundaries(by: earlier.boundaries.map { ByteString($0) })
        return try? request.resumed(from: token)
    }
}
