import FormEncoding

/// Why an upload does not go on where it stopped, although the server has a part of it.
public enum ResumptionFault: Error, Sendable {
    /// The upload resource answered this.
    case rejected(ResponseHead)
    /// The server did not say how much it has.
    case offsetMissing
    /// The server has fewer bytes than it had confirmed.
    case offsetFell(from: Int64, to: Int64)
    /// The server has more bytes than were sent.
    case offsetBeyond(Int64, sent: Int64)
    /// The server has another length of the body.
    case lengthDiffers(Int64)
    /// The server named another resource than before.
    case locationChanged
    /// The URL of the resource cannot be used, for example because it leads from https to http.
    case unusableLocation(ByteString, RedirectRefusal)
    /// The server accepted the upload, and named no resource for it.
    case locationMissing
    /// The body is longer than the server allows.
    case tooLarge(limit: Int64)
    /// The smallest request that the server allows is larger than the largest one.
    case limitsContradict(least: Int64, most: Int64)
    /// The server has removed the resource.
    case expired
    /// The server does not say that an upload may come in several requests, which it had to: nothing of the
    /// body was sent.
    case unsupported
    /// The length of the body must be known, to send it in several requests.
    case unknownLength
    /// For the server the upload is over with so many bytes, which are not all.
    case endedEarly(Int64)
    /// The body is another one than the token is of.
    case differentBody
    /// The login, such as Digest alone, begins with an empty request, which a server would take for the whole
    /// upload.
    case emptyProbe
}

extension ResumptionFault {
    /// Whether the upload can succeed if it is sent from the beginning.
    public var beginsAnew: Bool {
        switch self {
        case .rejected(let head):
            // The others are about the credentials or the size.
            !head.mayPassOnResource && ![401, 403, 407, 413].contains(head.status)
        case .offsetMissing, .offsetFell, .offsetBeyond, .lengthDiffers, .locationChanged, .expired,
            .differentBody, .endedEarly:
            true
        case .unusableLocation, .locationMissing, .tooLarge, .limitsContradict, .unsupported,
            .unknownLength, .emptyProbe:
            false
        }
    }

    /// Whether the resource is still there, and of no use.
    var leavesResource: Bool {
        switch self {
        case .offsetFell, .offsetBeyond, .lengthDiffers, .locationChanged, .tooLarge,
            .limitsContradict:
            true
        default: false
        }
    }

    /// The sentence without the way out.
    package var sentence: String { text.sentence }

    var text: ErrorText {
        let anew = "send it anew"
        return switch self {
        case .rejected(let head):
            ErrorText(
                "the upload resource answered \(head.statusLine)", beginsAnew ? anew : nil)
        case .offsetMissing: ErrorText("the server did not say how much of the upload it has", anew)
        case .offsetFell(let before, let now):
            ErrorText("the server had \(before) bytes of the upload, and now has \(now)", anew)
        case .offsetBeyond(let offset, let sent):
            ErrorText("the server has \(offset) bytes, of \(sent) that were sent", anew)
        case .lengthDiffers(let length):
            ErrorText("the server expects an upload of \(length) bytes", anew)
        case .locationChanged: ErrorText("the server named a second resource for the upload", anew)
        case .unusableLocation(let url, let refusal):
            ErrorText(
                "the upload resource \(url.masked) cannot be used: "
                    + (refusal == .leavesTLS ? "it leaves https" : "its URL is not allowed"))
        case .locationMissing: ErrorText("the server named no resource for the upload")
        case .tooLarge(let limit): ErrorText("the server takes \(limit) bytes at most")
        case .limitsContradict(let least, let most):
            ErrorText(
                "the server wants requests of at least \(least) and at most \(most) bytes")
        case .expired: ErrorText("the server has removed the interrupted upload", anew)
        case .unsupported:
            ErrorText(
                "the server does not say that an upload may come in several requests",
                "send it in one")
        case .unknownLength:
            ErrorText(
                "a body of unknown length cannot be sent in several requests",
                "send body.spooled()")
        case .endedEarly(let offset):
            ErrorText("the server has ended the upload at \(offset) bytes, which are not all", anew)
        case .emptyProbe:
            ErrorText(
                "the login begins with an empty request, which the server would take for the upload",
                "use Basic, or .any")
        case .differentBody:
            ErrorText("the body is not the one of the interrupted upload", anew)
        }
    }
}
