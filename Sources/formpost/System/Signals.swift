import CProcess
import Dispatch
import FormEncoding
import Foundation

/// Signals with another action than the default one. There is one source for all signals, and no thread until one
/// comes: libdispatch's own sources of signals take a thread or two when they begin to listen.
enum CaughtSignal {
    private typealias Entry = (number: Int32, queue: DispatchQueue, action: @Sendable () -> Void)
    private static let entries = Guarded<[Entry]>([])
    /// Made for the first signal; `nil` if the system gave no more descriptors.
    private static let source = Guarded(makeSource())

    /// Gives the signal an action for the rest of the process, unless the parent process ignores it (nohup, a
    /// background job): it stays ignored.
    static func handle(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
        if cprocess_is_ignored(number) || source.withLock({ $0 == nil }) { return }
        // An action may block, and must not delay those of other signals.
        let queue = DispatchQueue(label: "formpost.signal", qos: .userInteractive)
        entries.withLock { $0.append((number, queue, action)) }
        cprocess_remember(number)
    }

    private static func makeSource() -> (any DispatchSourceRead)? {
        let descriptor = cprocess_open_signals()
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: .global(qos: .userInteractive))
        source.setEventHandler {
            let came = cprocess_recall()
            for entry in entries.withLock({ $0 }) where came & 1 << entry.number != 0 {
                entry.queue.async(execute: entry.action)
            }
        }
        source.activate()
        return source
    }

    /// Ends the process by the signal, so that its parent sees that.
    static func die(of number: Int32) -> Never {
        raiseByDefault(number)
        // Reached in process 1, which the signal does not end.
        _exit(128 + number)
    }

    /// Raises the signal with its default action, then catches it again.
    static func raiseByDefault(_ number: Int32, _ whatFollows: () -> Void = {}) {
        let handler = signal(number, SIG_DFL)
        // Dispatch blocks signals in its threads.
        var signals = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&signals)
        for unblocked in [number, SIGTTOU] { sigaddset(&signals, unblocked) }
        pthread_sigmask(SIG_UNBLOCK, &signals, &blocked)
        raise(number)
        whatFollows()
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        signal(number, handler)
    }
}

/// An action to run before SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the process.
final class Interruption: Sendable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// How long the actions may take: writing to a stopped terminal blocks.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// Recursive: an action may release an object that cancels its own interruption.
    private static let lock = NSRecursiveLock()
    private typealias Action = (id: ObjectIdentifier, isLast: Bool, run: @Sendable () -> Void)
    nonisolated(unsafe) private static var actions: [Action] = []  // behind `lock`

    /// The signals stay caught.
    private static let areCaught: Void = {
        for number in signals {
            CaughtSignal.handle(number) {
                DispatchQueue.global(qos: .userInteractive).asyncAfter(
                    deadline: .now() + patience
                ) { CaughtSignal.die(of: number) }
                lock.withLock {
                    cleanUp()
                    cleanUp(isLast: true)
                    CaughtSignal.die(of: number)
                }
            }
        }
    }()

    /// `isLast`: the action runs after all others, because it reports what they leave, and may block on the terminal.
    init(isLast: Bool = false, _ action: @escaping @Sendable () -> Void) {
        Self.lock.withLock {
            _ = Self.areCaught
            Self.actions.append((ObjectIdentifier(self), isLast, action))
        }
    }

    deinit {
        let id = ObjectIdentifier(self)
        Self.lock.withLock { Self.actions.removeAll { $0.id == id } }
    }

    /// Runs the actions before the process ends for another reason; those that report (`isLast`) only if it says so.
    static func cleanUp(isLast: Bool = false) {
        lock.withLock {
            for action in actions where action.isLast == isLast { action.run() }
        }
    }

    /// Restores the default action of SIGQUIT, on which the Swift runtime would print a backtrace and go on. A job in
    /// the background may ignore the signal: then it stays ignored.
    ///
    /// In a container the command is process 1, and the kernel delivers no signal to it that has no
    /// handler: without this, SIGTERM would not end it. Call this before anything that may block.
    static func prepare() {
        if !cprocess_is_ignored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
        for number in signals where getpid() == 1 && !cprocess_is_ignored(number) {
            signal(number) { number in _exit(128 + number) }
        }
    }
}

/// Actions to run before Ctrl-Z stops the process and after it continues, while this exists.
final class Suspension {
    private typealias Actions = (stop: @Sendable () -> Void, goOn: @Sendable () -> Void)
    private static let actions = Guarded<Actions?>(nil)

    /// The signal stays caught without actions, and stops the process all the same.
    private static let isCaught: Void = CaughtSignal.handle(SIGTSTP) {
        let current = actions.withLock { $0 }
        current?.stop()
        CaughtSignal.raiseByDefault(SIGTSTP) { current?.goOn() }
    }

    /// `goOn` may change the terminal's settings; that blocks until the job is in the foreground.
    init(stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void) {
        _ = Self.isCaught
        Self.actions.withLock { $0 = (stop, goOn) }
    }

    deinit { Self.actions.withLock { $0 = nil } }
}
