import FormEncoding
import FormUpload
import Foundation

/// Sentences about the progress of an upload.
extension Messages {
    /// Omits the amount if nothing has been sent.
    static func waiting(sent: Int64, confirmed: Int64? = nil) -> String {
        if let confirmed, confirmed < sent {
            return "\(ByteCount.text(confirmed, of: sent)) confirmed, " + waitingForResponse
        }
        return (sent > 0 ? "\(ByteCount.text(sent)) sent, " : "") + waitingForResponse
    }

    static let waitingForResponse = "waiting for the response"

    /// `30.0 MiB in 7 s`, from a minute on `1.20 GiB in 1:35`.
    static func sent(_ count: Int64, in time: Duration) -> String {
        let whole = max(1, min(time.seconds, 1e9).rounded())
        let shown = whole < 60 ? "\(Int(whole)) s" : ProgressText.clock(whole)
        return ByteCount.text(count) + " in " + shown
    }

    /// A signal ended the command. `nil`: nothing was being read or sent.
    static func interrupted(_ state: ProgressState) -> String? {
        if let input = state.input { return interrupted(reading: input.label, input.count) }
        if state.isMany { return interrupted(state.tally, underWay: state.underWay) }
        return state[0].map { interrupted($0.progress, $0.cause) }
    }

    /// A signal ended the upload, perhaps during the pause before another attempt.
    static func interrupted(_ progress: UploadProgress, _ cause: String? = nil) -> String {
        if let cause { return "interrupted before another attempt: \(cause)" }
        guard progress.phase == .receiving else {
            return "interrupted: "
                + (progress.isWaiting ? waiting(sent: progress.sent) : progress.amount)
        }
        let sent = progress.isWaiting ? "\(ByteCount.text(progress.sent)) sent" : progress.amount
        return "interrupted: \(progress.total == 0 ? "" : sent + ", ")"
            + "\(ByteCount.text(progress.received)) of the response received"
    }

    /// A signal ended the command while an input was read; nothing had been sent.
    static func interrupted(reading path: ByteString, _ count: Int64) -> String {
        "interrupted: \(ByteCount.text(count)) of \(input(path)) read, nothing sent"
    }

    static func progressEnds(_ error: WriteError) -> String {
        text(error) + "; the upload goes on, without telling its progress there"
    }
}
