import CProcess
import FormEncoding
import FormUpload

/// What an upload takes of the system at once.
enum ProcessResources {
    /// The main thread aside: libdispatch's, for each kind of work, and libcurl's for looking up
    /// a name.
    private static let threads: Int32 = 8
    /// Besides the stacks of the threads: buffers, libraries' data.
    private static let memory = 32 << 20

    /// Throws where the system does not give it: libdispatch would wait for ever.
    static func check() throws(Refusal) {
        switch Int(cprocess_check(threads, memory)) {
        case CPROCESS_ENOUGH: return
        case CPROCESS_NO_MEMORY: throw Refusal(CURLCode.outOfMemory, Messages.noMemory)
        default: throw Refusal(CURLCode.outOfMemory, Messages.noThreads(threads))
        }
    }
}

/// `-m` where no thread is to be had for it: an alarm of the system, a while after the timer that
/// should have ended the upload.
enum LastResort {
    private static let delay = Duration.seconds(3)

    /// Where `left` is left of the limit; without one there is no alarm.
    static func set(_ limit: Duration?, left: Duration?, _ reporter: Reporter) {
        guard let limit, let left else { return unset() }
        let (console, isShown) = (reporter.console, !reporter.output.isSilent)
        let isLoud = isShown || reporter.output.showsErrors
        // The system's timers end before the longest durations do.
        let milliseconds = min((left + delay).milliseconds, 1_000_000_000_000)
        cprocess_alarm(
            milliseconds, isLoud ? console.error : -1,
            "formpost: (28) \(Messages.timedOutWithoutThreads(limit))\n", ExitStatus.timedOut)
    }

    static func unset() { cprocess_stop_alarm() }

    /// A file that must not be left behind.
    static func removes(_ path: ByteString?) {
        if let path { cprocess_alarm_removes(path.cString) } else { cprocess_alarm_removes(nil) }
    }
}
