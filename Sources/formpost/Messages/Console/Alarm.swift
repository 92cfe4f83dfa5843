import CProcess
import FormEncoding
import FormUpload
import Foundation

/// Ends the process where `-m` cannot, from a thread of its own: an operation still runs two seconds after its limit,
/// because nothing reads what it writes or no thread is free.
final class Alarm: Sendable {
    /// How long after the limit something may take to end by itself.
    private static let grace = Duration.seconds(2)

    private let limit: TimeLimit
    /// Whether each of several requests or attempts has the whole limit.
    private let isRenewed: Bool
    /// The operations under way, each with its deadline.
    private let watched = Guarded<[Int: ContinuousClock.Instant]>([:])

    /// `end` reports a failure, and returns its exit status.
    init(_ limit: TimeLimit, isRenewed: Bool, end: @escaping @Sendable (Failure) -> Int32) {
        (self.limit, self.isRenewed) = (limit, isRenewed)
        let thread = Thread { [self] in
            while case let left = left, left > .zero {
                usleep(UInt32(min(left, Self.grace / 2).milliseconds + 1) * 1000)
            }
            Self.exitSoon()
            Interruption.cleanUp()
            let text =
                "timed out after \(limit.duration.inSeconds), and could not stop cleanly: nothing reads its "
                + "output, or no thread is free"
            _exit(end(Failure(ExitStatus.timedOut, text)))
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// The time until the first of what is under way has to be over.
    private var left: Duration {
        watched.withLock { $0.values.min() }.map { $0 - .now } ?? Self.grace
    }

    /// Ends the process in a second, even if an orderly exit blocks.
    private static func exitSoon() {
        signal(SIGALRM) { _ in _exit(ExitStatus.timedOut) }
        // The parent process may have blocked the signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        alarm(1)
    }

    /// Watches an operation until `end`, for `limit`, or else for the alarm's own, which begins now if it is renewed.
    func begin(_ limit: TimeLimit? = nil) -> Int {
        let limit = limit ?? (isRenewed ? TimeLimit(self.limit.duration) : self.limit)
        return watched.withLock {
            let number = ($0.keys.max() ?? 0) + 1
            $0[number] = max(limit.deadline, .now) + Self.grace
            return number
        }
    }

    /// Moves the deadline of an operation to `time` from now.
    func renew(_ number: Int, _ time: Duration) {
        watched.withLock { $0[number]? = .now + time.bounded() + Self.grace }
    }

    func end(_ number: Int) { watched.withLock { $0[number] = nil } }
}

/// The threads, memory and descriptors that an upload needs.
extension Alarm {
    /// The threads of libdispatch and libcurl's resolver, without the main thread.
    private static let threads: Int32 = 8
    /// The buffers and data of libraries, without the stacks of threads.
    private static let memory = 32 << 20
    /// The descriptors of libdispatch, of a socket and of libcurl's files, without the three standard ones
    /// and those of options.
    private static let descriptors = 12

    /// Throws if memory or descriptors are not available; a thread that cannot be made ends the process when it is
    /// asked for.
    static func checkResources(_ console: Console) throws(Failure) {
        if !hasDescriptors, case _ = cprocess_raise_file_limit(), !hasDescriptors {
            throw Failure(
                CURLCode.outOfMemory,
                "no more files can be opened: an upload needs \(descriptors) more (see ulimit -n)")
        }
        guard cprocess_has_memory_for(threads, memory) else {
            throw Failure(CURLCode.outOfMemory, String(cString: cprocess_no_memory))
        }
        let failure = Failure(
            CURLCode.outOfMemory,
            "no more threads can be started: an upload needs \(threads) (see ulimit -u, pids.max)")
        cprocess_require_threads(
            threads, console.showsProblems ? console.error : -1, console.line(failure) + "\n",
            failure.status)
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
}
