import FormEncoding

/// What an upload has sent by now, as its events tell, for its progress and its error.
struct SentBytes {
    var isRetried = false
    var count: Int64 = 0
    /// Whether a server may have the whole request, as an error says (`UploadError`).
    var mayHaveBeenReceived = false
    var hasResource = false
    var attempt = 1
    /// The progress that the app has seen last.
    var seen: UploadProgress?

    /// The event for an app: nil for a progress that it could not tell from the one before.
    mutating func take(_ event: TransferEvent) -> TransferEvent? {
        switch event {
        case .measured(let facts):
            let sent = max(facts.bytesSent, facts.bodySent)
            if sent > 0 { count = sent }
            // Once there is a resource, the facts are about the whole upload.
            mayHaveBeenReceived = facts.mayHaveBeenReceived || mayHaveBeenReceived && !hasResource
        case .resource, .resuming: hasResource = true
        case .retrying: attempt += 1
        case .progress(var progress):
            progress.attempt = attempt
            var shown = progress
            (shown.read, shown.received) = (0, 0)
            defer { seen = shown }
            return shown == seen ? nil : .progress(progress)
        default: break
        }
        return event
    }
}

extension UploadError {
    init(_ fault: UploadFault, _ sent: SentBytes) {
        self.init(
            fault, bytesSent: sent.count, mayHaveBeenReceived: sent.mayHaveBeenReceived,
            isRetried: sent.isRetried)
    }
}
