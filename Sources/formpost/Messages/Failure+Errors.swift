import FormEncoding
import FormUpload
import Foundation

extension WriteError: FailureCause {
    var failure: Failure {
        Failure(
            errno == ETIMEDOUT ? ExitStatus.timedOut : ExitStatus.cannotWrite, Messages.text(self))
    }
}

extension UploadFault {
    var exitStatus: Int32 {
        switch self {
        case .malformedURL, .fragmentInURL: ExitStatus.malformedURL
        case .unsupportedScheme: ExitStatus.unsupportedScheme
        case .redirectRefused(_, let refusal): refusal.exitStatus
        case .contradictsBody, .invalidText: ExitStatus.usage
        case .needsHooks, .unsupportedOption: ExitStatus.notAvailable
        case .body(let error): error.exitStatus
        case .replyTooLarge: ExitStatus.tooLarge
        case .handler(let error as any FailureCause): error.failure.status
        case .handler: ExitStatus.cannotWrite
        case .transfer(let code, _, _), .unanswered(let code, _, _): code
        case .streamRefused: CURLCode.http2Stream
        case .badResponse(let fault): fault.code
        case .unsuccessful, .status: ExitStatus.badStatus
        case .stalled, .tooSlow, .timedOut, .noResponse, .cancelled: ExitStatus.timedOut
        case .tooManyRedirects: ExitStatus.tooManyRedirects
        case .cannotReplay: ExitStatus.cannotReplay
        case .resumption(let fault): fault.exitStatus
        }
    }
}

extension ResumptionFault {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .rejected, .tooLarge, .limitsContradict, .unsupported, .endedEarly:
            ExitStatus.badStatus
        case .offsetMissing, .offsetFell, .offsetBeyond, .lengthDiffers, .locationChanged,
            .locationMissing:
            ExitStatus.badReply
        case .unusableLocation(_, let refusal): refusal.exitStatus
        case .unknownLength, .differentBody: ExitStatus.cannotReplay
        case .emptyProbe: ExitStatus.usage
        }
    }
}

extension RedirectRefusal {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .malformed: ExitStatus.malformedURL
        case .losesBody: ExitStatus.cannotSend
        case .unsupported, .notAllowed, .leavesTLS: ExitStatus.unsupportedScheme
        }
    }
}

extension BodyFault: FailureCause {
    var failure: Failure { Failure(late: exitStatus, Messages.text(self)) }

    /// curl's number: 26 for input that cannot be read or has changed.
    var exitStatus: Int32 {
        switch self {
        case .invalidBoundary, .invalidMediaType, .invalidHeader, .boundaryConflict, .nestedTooDeep,
            .encodedGroup, .boundaryInContent:
            ExitStatus.usage
        case .cannotWrite, .outputIsInput: ExitStatus.cannotWrite
        case .notReplayable: ExitStatus.cannotReplay
        case .timedOut: ExitStatus.timedOut
        case .noThread: CURLCode.outOfMemory
        default: ExitStatus.cannotRead
        }
    }
}
