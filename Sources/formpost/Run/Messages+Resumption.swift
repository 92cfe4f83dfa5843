import FormEncoding
import FormUpload

/// Sentences about uploads that go on after an interruption.
extension Messages {
    /// An upload goes on with the bytes that the server has not got.
    static func resuming(_ token: UploadToken) -> String {
        let sent = token.length.map { ByteCount.text(token.offset, of: $0) }
        return "going on at \(sent ?? ByteCount.text(token.offset))"
    }

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

    /// The end of a status line on a terminal; the address is not masked.
    static func uploaded(to url: ByteString) -> String {
        " · uploaded to " + String(decoding: url.bytes.shownOnTerminal, as: UTF8.self)
    }

    static let nothingInterrupted =
        "the journal has no interrupted upload with these arguments: nothing was deleted"

    static func notDeleted(_ head: ResponseHead) -> String {
        "the server has not deleted the interrupted upload: it answered \(shownStatus(head))"
    }

    static func cancelsNothing(_ option: String) -> String {
        "\(option) needs --journal, and --resumable or --tus"
    }

    static let twoProtocols = "--resumable and --tus are different protocols: give one of them"

    /// A journal will have the addresses of uploads.
    static func journalIsReadable(_ path: ByteString) -> String {
        "others can read \(shown(path)), which has the addresses of unfinished uploads: chmod 600"
    }

    /// Stands for the address that the server will give an upload, as a path of its URL.
    static let addressToCome: ByteString = "/{upload_url}"

    static func dryRunOfAnother(_ option: String) -> String {
        "\(option) sends another request than the one that is shown"
    }

    static func needsResumption(_ option: String) -> String {
        "\(option) needs --resumable or --tus"
    }

    static func notOneFile(_ option: String) -> String {
        "\(option) uploads one file, as it is: -T FILE, or one -F name=@FILE, with texts for its metadata"
    }

    static func notMetadata(_ name: ByteString, _ option: String) -> String {
        "\(option): \(quoted(name)) cannot name metadata: a name is there once, without blanks and commas"
    }

    static func longMetadata(_ name: ByteString, _ option: String, _ most: Int) -> String {
        "\(option): the text of \(quoted(name)) is longer than metadata may be (\(most) bytes)"
    }

    static func text(_ fault: ResumptionFault) -> String {
        let sentence = fault.text(wording).sentence
        if fault.beginsAnew { return sentence + ": upload it again from the start" }
        return switch fault {
        case .unsupported: sentence + "; leave out --append-size"
        case .unknownLength:
            "the length is not known, which --tus and --append-size need: upload a file"
        case .unusableLocation(let url, let refusal):
            "the address at \(shown(URLPlace.parts(of: url).origin)), which the server gave the "
                + "upload, cannot be used: "
                + (refusal == .leavesTLS ? "it leaves https" : reason(refusal, []))
        case .emptyProbe:
            "--digest, --ntlm and --negotiate begin with an empty request, which the server would take "
                + "for the whole upload: use --anyauth, or leave out --resumable and --tus"
        case .locationMissing: sentence + ": perhaps it does not speak the protocol"
        default: sentence
        }
    }
}
