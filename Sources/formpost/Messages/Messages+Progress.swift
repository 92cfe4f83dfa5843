import FormUpload

/// Sentences about how far an upload is.
extension Messages {
    /// No amount is told where nothing is to be sent.
    static func waiting(sent: Int64) -> String {
        (sent > 0 ? "\(ByteCount.text(sent)) sent, " : "") + waitingForResponse
    }

    static let waitingForResponse = "waiting for the response"

    /// `30.0 MiB in 7 s`, from a minute on `1.20 GiB in 1:35`.
    static func sent(_ count: Int64, in time: Duration) -> String {
        let whole = max(1, min(time.seconds, 1e9).rounded())
        let shown = whole < 60 ? "\(Int(whole)) s" : ProgressText.clock(whole)
        return ByteCount.text(count) + " in " + shown
    }
}
