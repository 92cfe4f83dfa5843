import CProcess
import FormEncoding
import FormUpload
import Foundation

/// The threads and the memory that an upload needs.
enum ProcessResources {
    /// Besides the main thread: libdispatch's workers, and libcurl's resolver thread.
    private static let threads: Int32 = 8
    /// Besides the threads' stacks: buffers and data of libraries.
    private static let memory = 32 << 20

    /// Besides the three standard ones and those of options: libdispatch's, a socket, what libcurl reads.
    private static let descriptors = 12

    /// Throws if they are not available: libdispatch would wait for ever, or end the process by a signal.
    static func check() throws(Refusal) {
        if !hasDescriptors {
            _ = raiseFileLimit()
            guard hasDescriptors else {
                throw Refusal(CURLCode.outOfMemory, Messages.noDescriptors(descriptors))
            }
        }
        switch Int(cprocess_check(threads, memory)) {
        case CPROCESS_ENOUGH: return
        case CPROCESS_NO_MEMORY: throw Refusal(CURLCode.outOfMemory, Messages.noMemory)
        default: throw Refusal(CURLCode.outOfMemory, Messages.noThreads(threads))
        }
    }

    private static var hasDescriptors: Bool {
        var made: [Int32] = []
        while made.count < descriptors, case let number = fcntl(2, F_DUPFD_CLOEXEC, 3), number >= 0
        {
            made.append(number)
        }
        for number in made { close(number) }
        return made.count == descriptors
    }

    #if canImport(Darwin)
        private static let fileLimit = RLIMIT_NOFILE
    #else
        private static let fileLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif

    /// Allows as many open files as the process may have; returns how many.
    static func raiseFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(fileLimit, &limit) == 0 else { return 256 }
        var raised = limit
        raised.rlim_cur = min(limit.rlim_max, 4096)
        if raised.rlim_cur > limit.rlim_cur, setrlimit(fileLimit, &raised) == 0 {
            limit = raised
        }
        return Int(clamping: limit.rlim_cur)
    }
}

/// Enforces `-m` if no thread is free to do it: an alarm signal, a little later than the timer that
/// should have ended the upload.
enum LastResort {
    private static let delay = Duration.seconds(3)

    /// `left` is the time left of `limit`; without a limit there is no alarm.
    static func set(_ limit: Duration?, left: Duration?, _ reporter: Reporter) {
        guard let limit, let left else { return unset() }
        // setitimer(2) does not take the longest durations.
        let milliseconds = min(left + delay, .seconds(1_000_000_000)).milliseconds
        cprocess_alarm(
            milliseconds, reporter.output.showsProblems ? reporter.console.error : -1,
            "formpost: (28) \(Messages.timedOutWithoutThreads(limit))\n", ExitStatus.timedOut)
    }

    static func unset() { cprocess_stop_alarm() }

    /// A file for the alarm to remove; `nil` for none.
    static func removes(_ path: ByteString?) {
        if let path { cprocess_alarm_removes(path.cString) } else { cprocess_alarm_removes(nil) }
    }
}
