import FormEncoding

/// Why an upload does not go on where it stopped, although the server has a part of it.
package enum ResumptionFault: Error {
    /// The upload resource answered this.
    case rejected(ResponseHead)
    /// The server answered this, and did not say how much it has.
    case offsetMissing(ResponseHead)
    case offsetFell(from: Int64, to: Int64)
    case offsetBeyond(Int64, sent: Int64)
    case lengthDiffers(Int64)
    case locationChanged
    /// The URL of the resource cannot be used, for example because it leads from https to http.
    case unusableLocation(ByteString, RedirectRefusal)
    /// The server accepted the upload, and named no resource for it.
    case locationMissing
    case tooLarge(limit: Int64)
    case limitsContradict(least: Int64, most: Int64)
    /// The server does not say that an upload may come in several requests, which it had to: nothing of the
    /// body was sent.
    case unsupported
    /// The length of the body must be known, to send it in several requests.
    case unknownLength
    /// For the server the upload is over with so many bytes, which are not all.
    case endedEarly(Int64)
    case differentBody
    /// The login, such as Digest alone, begins with an empty request, which a server would take for the whole
    /// upload.
    case emptyProbe
}

extension ResumptionFault {
    var code: UploadError.Code {
        switch self {
        case _ where beginsAnew: .cannotResume
        case .rejected, .tooLarge: .unsuccessful
        case .unknownLength: .wrongLength
        case .emptyProbe: .unsupportedOption
        default: .badServerResponse
        }
    }

    /// Whether the upload can succeed if it is sent from the beginning.
    package var beginsAnew: Bool {
        switch self {
        case .rejected(let head) where head.isGone: true
        // The server has taken nothing more, and has what it had.
        case .rejected(let head) where head.status < 400: false
        case .rejected(let head), .offsetMissing(let head):
            // Any other answer may be that of a portal or a gateway. The others are about the credentials or the size.
            head.isOfResumption && !head.mayPassOnResource
                && ![401, 403, 407, 413].contains(head.status)
        case .offsetFell, .offsetBeyond, .lengthDiffers, .locationChanged, .differentBody,
            .endedEarly:
            true
        case .unusableLocation, .locationMissing, .tooLarge, .limitsContradict, .unsupported,
            .unknownLength, .emptyProbe:
            false
        }
    }

    /// The sentence in those words, and the remedy for an app.
    package func text(_ words: Wording = .plain) -> ErrorText {
        ErrorText(sentence(words), beginsAnew ? "send it from the start" : remedy)
    }

    private func sentence(_ words: Wording) -> String {
        switch self {
        case .rejected(let head) where head.isSuccess:
            responded(head, words) + ", and took nothing more of the upload"
        case .rejected(let head):
            "the upload cannot go on: " + responded(head, words)
        case .offsetMissing: "the server did not say how much of the upload it has"
        case .offsetFell(let before, let now):
            "the server had \(before) bytes of the upload, and now has \(now)"
        case .offsetBeyond(let offset, let sent):
            "the server has \(offset) bytes, of \(sent) that were sent"
        case .lengthDiffers(let length): "the server expects an upload of \(length) bytes"
        case .locationChanged: "the server named a second resource for the upload"
        case .unusableLocation(let url, let refusal):
            "the upload resource \(words.shown(url.masked)) cannot be used: "
                + (refusal == .leavesTLS ? "it leaves https" : "its URL is not allowed")
        case .locationMissing: "the server named no resource for the upload"
        case .tooLarge(let limit): "the server takes uploads of \(ByteCount.text(limit)) at most"
        case .limitsContradict(let least, let most):
            "the server's limits contradict each other: min-append-size is \(least) bytes, "
                + "max-append-size \(most)"
        case .unsupported:
            "the server does not say that it takes an upload in several requests: "
                + "nothing of it was sent"
        case .unknownLength: "a body of unknown length cannot be sent in several requests"
        case .endedEarly(let offset):
            "the server has ended the upload at \(offset) bytes, which are not all"
        case .emptyProbe:
            "the login begins with an empty request, which the server would take for the upload"
        case .differentBody: "the body is not the one of the interrupted upload"
        }
    }

    private func responded(_ head: ResponseHead, _ words: Wording) -> String {
        "the server \(words.isOfApp ? "responded with" : "answered") "
            + words.shown(ByteString(head.statusText))
    }

    private var remedy: String? {
        switch self {
        case .unsupported: "send it in one"
        case .unknownLength: "send body.spooled()"
        case .emptyProbe: "use .basic"
        default: nil
        }
    }
}
