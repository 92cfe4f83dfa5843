import FormEncoding
import FormUpload

/// Sentences about uploads that go on after an interruption.
extension Messages {
    /// An upload begins from the start although an earlier call has sent a part of it.
    static func restarting(_ reason: JournaledUpload.RestartReason) -> String {
        let cause =
            switch reason {
            case .fileChanged(let path): "\(quoted(ByteString(path))) has changed since"
            case .otherComparison: "--journal-content was given in one of the calls only"
            case .expired: "the server has removed what it had"
            case .refused(.rejected(let head)): "the server answered \(shownStatus(head))"
            case .refused(let fault): fault.text(wording).sentence
            }
        return "the interrupted upload begins anew: \(cause)"
    }

    /// The server has deleted an interrupted upload.
    static func deleted(_ name: ByteString) -> String {
        "\(shown(name)): the server has deleted the interrupted upload"
    }

    private static let responseLost = "the server has the whole upload, but its answer was lost"

    static func responseLost(_ name: ByteString) -> String { "\(shown(name)): \(responseLost)" }

    /// An option needs the answer that was lost. Without the option, the next call with the journal can record the
    /// upload.
    static func responseLost(neededBy option: String, hasJournal: Bool) -> String {
        responseLost + ", which \(option) needs"
            + (hasJournal ? ": the same call without it records the upload as complete" : "")
    }

    static let nothingInterrupted =
        "the journal has no interrupted upload with these arguments: nothing was deleted"

    static func notDeleted(_ head: ResponseHead) -> String {
        "the server has not deleted the interrupted upload: it answered \(shownStatus(head))"
    }

    /// A journal will have the addresses of uploads.
    static func journalIsReadable(_ path: ByteString) -> String {
        "others can read \(shown(path)), which has the addresses of unfinished uploads: chmod 600"
    }

    /// Stands for the address that the server will give an upload, as a path of its URL.
    static let addressToCome: ByteString = "/{upload_url}"
}
