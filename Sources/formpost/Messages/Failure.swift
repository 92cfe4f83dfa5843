import FormEncoding
import FormUpload
import Foundation

/// A failure as the user sees it: an exit status and a sentence.
struct Failure: Error, Equatable, Sendable {
    let status: Int32
    let text: String

    init(_ status: Int32, _ text: String) { (self.status, self.text) = (status, text) }

    static func usage(_ text: String) -> Failure { Failure(ExitStatus.usage, text) }

    /// Returns the failure with more words at the end of its sentence.
    func adding(_ more: String) -> Failure { Failure(status, text + more) }
}

/// An error with an exit status and a sentence of its own.
protocol FailureCause: Error {
    var failure: Failure { get }
}

/// Runs `body`, and throws its error as a failure.
func failing<Result, Cause: FailureCause>(
    _ body: () throws(Cause) -> Result
) throws(Failure) -> Result {
    do throws(Cause) {
        return try body()
    } catch {
        throw error.failure
    }
}

extension UsageError: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}

extension FormProblem: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}

extension FormError: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}

extension BodyError: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}

extension WriteError: FailureCause {
    var failure: Failure {
        let isLate = errno == ETIMEDOUT
        return Failure(
            isLate ? ExitStatus.timedOut : ExitStatus.cannotWrite, Messages.text(self))
    }
}

extension JournalError: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}

extension CaptureFailure: FailureCause {
    var failure: Failure { Failure(ExitStatus.badReply, Messages.text(self)) }
}

extension UploadError {
    var exitStatus: Int32 {
        switch self {
        case .malformedURL: ExitStatus.malformedURL
        case .unsupportedScheme: ExitStatus.unsupportedScheme
        case .redirectRefused(_, let refusal): refusal.exitStatus
        case .contradictsBody, .invalidText: ExitStatus.usage
        case .needsHooks, .unsupportedOption: ExitStatus.notAvailable
        case .body(let error): error.exitStatus
        case .handler(is ResponseTooLarge), .replyTooLarge: ExitStatus.tooLarge
        case .handler(let error as any FailureCause): error.failure.status
        case .handler: ExitStatus.cannotWrite
        case .transfer(let code, _, _), .unanswered(let code, _, _): code
        case .streamRefused: CURLCode.http2Stream
        case .badResponse(let fault, _): fault.code
        case .unsuccessful: ExitStatus.badStatus
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
        case .rejected, .tooLarge, .limitsContradict, .unsupported, .endedEarly, .expired:
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
        case .bodyNotSent: ExitStatus.cannotSend
        case .unsupported, .notAllowed, .leavesTLS: ExitStatus.unsupportedScheme
        }
    }
}
