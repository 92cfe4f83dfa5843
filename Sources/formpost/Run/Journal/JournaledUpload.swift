import FormEncoding
import FormUpload

/// A resumable upload in a journal: a later call with the same request goes on with it.
struct JournaledUpload: Sendable {
    /// The request to send: it goes on with the upload of an earlier call if there is one.
    private(set) var request: UploadRequest
    /// Why the upload of an earlier call is of no use; nil if there is none, or if it goes on.
    private(set) var reasonToRestart: RestartReason?
    /// The upload that an earlier call has left, also if it cannot go on; nil if there is none.
    private(set) var earlierToken: UploadToken?
    /// Whether a server has taken the same upload in an earlier call.
    private(set) var isAccepted = false
    /// The upload of this call.
    private let own: InterruptedUpload
    /// The upload that is sent: `own`, or that of an earlier call.
    private var upload: InterruptedUpload
    private let journal: Journal
    private var lock: UploadLock?

    /// Why an upload begins from the start although an earlier call has sent a part of it.
    enum RestartReason: Sendable {
        case fileChanged(String)
        /// One call compares files by their contents, the other by their times.
        case otherComparison
        /// What the journal has is not of this request.
        case otherRequest
        /// The server answered this when it was asked to go on.
        case refused(ResumptionFault)
    }

    /// Nil for a request that is not resumable, or whose body another call could not make again.
    init?(
        _ request: UploadRequest, in journal: Journal, byContent: Bool,
        ignoring credentials: CredentialNames, until limit: TimeLimit?
    ) throws(Failure) {
        guard request.resumption != nil else { return nil }
        guard
            let own = try InterruptedUpload(
                request, byContent: byContent, ignoring: credentials, until: limit)
        else { return nil }
        (self.request, self.own, upload, self.journal) = (request, own, own, journal)
    }

    /// Keeps other commands from sending the upload, and goes on with what an earlier call has left. Returns
    /// false while another command is sending it.
    mutating func claim() throws(JournalError) -> Bool {
        guard let (lock, earlier) = try journal.admit(own) else { return false }
        self.lock = lock
        earlierToken = earlier?.token
        if let earlier, earlier.taken == true {
            isAccepted = own.reasonToRestart(since: earlier) == nil
        }
        guard let earlier, let token = earlier.token else { return true }
        if let reason = own.reasonToRestart(since: earlier) {
            reasonToRestart = reason
        } else if let resumed = request.resumed(earlier, token) {
            (request, upload) = (resumed, earlier)
        } else {
            reasonToRestart = .otherRequest
        }
        return true
    }

    /// Lets other commands send the upload.
    func release() { lock?.release() }

    /// Records the address of the upload when the server has named it.
    func handle(_ event: TransferEvent) throws {
        guard case .resource(let token) = event else { return }
        var upload = upload
        upload.token = token
        try journal.record(upload)
    }

    /// Records that the server has deleted the upload.
    func recordDeletion() throws(Failure) {
        try failing { () throws(JournalError) in
            try journal.recordEnd(of: upload, isAccepted: false)
        }
    }

    /// Records the end of the upload if it is over. Lets other commands send the upload either way. `hasEntry`: a
    /// single file that is taken has an entry of its own.
    func end(
        _ result: Result<UploadResponse, UploadError>, isAccepted: Bool, hasEntry: Bool
    ) -> Failure? {
        defer { release() }
        guard isAccepted || result.endsUpload else { return nil }
        do throws(JournalError) {
            try journal.recordEnd(of: upload, isAccepted: isAccepted && !hasEntry)
            return nil
        } catch {
            return error.failure
        }
    }

    /// The upload from the start, if the server has refused to go on with that of an earlier call.
    func restarted(
        after result: Result<UploadResponse, UploadError>, _ original: UploadRequest
    ) -> JournaledUpload? {
        guard request.resumption?.token != nil, case .failure(.resumption(let fault)) = result,
            fault.beginsAnew
        else { return nil }
        var restarted = self
        (restarted.request, restarted.upload) = (original, own)
        restarted.reasonToRestart = .refused(fault)
        return restarted
    }
}

extension Result<UploadResponse, UploadError> {
    /// Whether the server has nothing that a later call could go on with: it has answered the whole upload, or it
    /// refuses to go on.
    fileprivate var endsUpload: Bool {
        switch self {
        case .success(let response):
            // A call that does not need the lost response can record the upload.
            !response.isLost
                && (!response.head.isTemporary || response.head["Upload-Complete"] == "?1")
        case .failure(.resumption(let fault)): fault.beginsAnew
        case .failure: false
        }
    }
}

extension UploadRequest {
    /// The request with the boundaries and the address of an earlier call; nil if these do not fit.
    fileprivate func resumed(
        _ earlier: InterruptedUpload, _ token: UploadToken
    ) -> UploadRequest? {
        var request = self
        request.body = body?.replacingBoundaries(by: earlier.boundaries.map { ByteString($0) })
        return try? request.resumed(from: token)
    }
}
