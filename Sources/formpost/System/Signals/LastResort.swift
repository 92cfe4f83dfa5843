import CProcess
import FormEncoding

/// Enforces `-m` if no thread is free to do it: SIGALRM comes a little later than the timer that should have
/// ended the upload.
enum LastResort {
    private static let delay = Duration.seconds(3)

    /// Where the sentence is written.
    struct Output: Sendable {
        /// -1: nowhere.
        var descriptor: Int32
        /// The line of an exit status and its sentence, without its end.
        var line: @Sendable (Int32, String) -> String
    }

    /// `left` is the time left of `limit`; without a limit there is no alarm.
    static func set(_ limit: Duration?, left: Duration?, output: Output) {
        guard let limit, let left else { return unset() }
        // setitimer(2) does not take the longest durations.
        let milliseconds = min(left + delay, .seconds(1_000_000_000)).milliseconds
        let line = output.line(ExitStatus.timedOut, Messages.timedOutWithoutThreads(limit))
        cprocess_alarm(milliseconds, output.descriptor, line + "\n", ExitStatus.timedOut)
    }

    static func unset() { cprocess_stop_alarm() }

    /// A file for the alarm to remove; `nil` for none.
    static func removes(_ path: ByteString?) {
        if let path { cprocess_alarm_removes(path.cString) } else { cprocess_alarm_removes(nil) }
    }
}
