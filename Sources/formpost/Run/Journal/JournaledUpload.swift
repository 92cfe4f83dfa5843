import FormEncoding
import FormUpload

/// A resumable upload in a journal: a later call with the same request goes on with it.
struct JournaledUpload: Sendable {
    /// The request to send: it goes on with the upload of an earlier call if there is one.
    private(set) var request: UploadRequest
    /// Why the upload of an earlier call is of no use; nil if there is none, or if it goes on.
    private(set) var reasonToRestart: RestartReason?
    /// The upload of this call.
    private let own: InterruptedUpload
    /// The upload that is sent: `own`, or that of an earlier call.
    private var upload: InterruptedUpload
    private let journal: Journal
    private let claim: JournalClaim

    /// Why an upload begins from the start although an earlier call has sent a part of it.
    enum RestartReason: Sendable {
        case fileChanged(String)
        case expired
        /// The server answered this when it was asked to go on.
        case refused(ResumptionFault)
    }

    /// Nil for a request that is not resumable, whose body another call could not make again, or that another
    /// command is sending.
    init?(
        _ request: UploadRequest, in journal: Journal, byContent: Bool,
        ignoring credentials: CredentialNames, until limit: TimeLimit?
    ) throws(Failure) {
        guard request.resumption != nil else { return nil }
        let found: InterruptedUpload?
        do throws(VariableProblem) {
            found = try InterruptedUpload(
                request, byContent: byContent, ignoring: credentials, until: limit)
        } catch {
            throw Failure(error.exitStatus, Messages.text(error))
        }
        guard let own = found else { return nil }
        let admission = try failing { () throws(JournalError) in try journal.admit(own) }
        guard let (claim, earlier) = admission else { return nil }
        (self.request, upload) = (request, own)
        (self.own, self.journal, self.claim) = (own, journal, claim)
        earlierToken = earlier?.token
        if let earlier, let token = earlier.token {
            if let path = own.changedFile(since: earlier) {
                reasonToRestart = .fileChanged(path)
            } else if let resumed = request.resumed(earlier, token) {
                self.request = resumed
                upload = earlier
            } else {
                reasonToRestart = .expired
            }
        }
    }

    /// The upload that an earlier call has left, also if it cannot go on; nil if there is none.
    private(set) var earlierToken: UploadToken?

    /// Records the address of the upload when the server has named it.
    func handle(_ event: TransferEvent) throws {
        guard case .resource(let token) = event else { return }
        var upload = upload
        upload.token = token
        try journal.record(upload)
    }

    /// Records that the server has deleted the upload.
    func recordDeletion() throws(Failure) {
        defer { claim.release() }
        try failing { () throws(JournalError) in try journal.recordEnd(of: upload) }
    }

    /// Records that nothing is left to go on with if the upload is over, and lets other commands have it.
    func end(_ result: Result<UploadResponse, UploadError>) -> Failure? {
        defer { claim.release() }
        guard result.endsUpload else { return nil }
        do throws(JournalError) {
            try journal.recordEnd(of: upload)
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
            response.head.status < 500 || response.head["Upload-Complete"] == "?1"
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
