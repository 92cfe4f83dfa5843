import Dispatch
import FormEncoding
import Foundation

/// An action to run before SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the process.
final class Interruption: Sendable {
    private let number: Int

    /// `isLast`: the action runs after all others, because it reports what they leave.
    init(isLast: Bool = false, _ cleanUp: @escaping @Sendable () -> Void) {
        number = Interruptions.shared.add(cleanUp, isLast)
    }

    deinit { cancel() }

    /// Runs the actions before another end of the process, without those that report.
    static func cleanUp() { Interruptions.shared.cleanUp(isLast: false) }

    /// Removes the action.
    func cancel() { Interruptions.shared.remove(number) }

    /// The Swift runtime takes SIGQUIT for a crash: it prints a backtrace and goes on. Restores the
    /// default action, unless the caller ignores the signal (a job in the background).
    static func prepareQuit() {
        if !CaughtSignal.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    }

    /// In a container the command is process 1, and the kernel delivers no signal to it that has no
    /// handler: without this, SIGTERM would not end it. Call this before anything that may block.
    static func prepareFirstProcess() {
        guard getpid() == 1 else { return }
        for number in Interruptions.signals { CaughtSignal.exitOnSignal(number) }
    }
}

/// A singleton: signal handlers belong to the process.
private final class Interruptions: @unchecked Sendable {  // all mutable state is behind `lock`
    static let shared = Interruptions()
    static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// How long the actions may take: writing to a stopped terminal blocks.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// Recursive: an action may release an object that cancels its own interruption.
    private let lock = NSRecursiveLock()
    private var cleanUps: [(number: Int, isLast: Bool, action: @Sendable () -> Void)] = []
    private var lastNumber = 0
    private var catches = false

    func add(_ cleanUp: @escaping @Sendable () -> Void, _ isLast: Bool) -> Int {
        lock.withLock {
            if !catches {
                catches = true
                for number in Self.signals {
                    CaughtSignal.handle(number) { [self] in interrupted(by: number) }
                }
            }
            lastNumber += 1
            cleanUps.append((lastNumber, isLast, cleanUp))
            return lastNumber
        }
    }

    /// The signals stay caught.
    func remove(_ number: Int) {
        lock.withLock { cleanUps.removeAll { $0.number == number } }
    }

    private func interrupted(by number: Int32) {
        DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + Self.patience) {
            CaughtSignal.die(of: number)
        }
        // Files first, since the meter may block on the terminal.
        lock.withLock {
            for isLast in [false, true] { cleanUp(isLast: isLast) }
            CaughtSignal.die(of: number)
        }
    }

    func cleanUp(isLast: Bool) {
        lock.withLock {
            for cleanUp in cleanUps where cleanUp.isLast == isLast { cleanUp.action() }
        }
    }
}

/// Actions to run before Ctrl-Z stops the process and after it continues, while this exists.
final class Suspension {
    /// `goOn` may change the terminal's settings; that blocks until the job is in the foreground.
    init(stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void) {
        _ = Self.isCaught
        Self.actions.withLock { $0 = (stop, goOn) }
    }

    deinit { Self.actions.withLock { $0 = nil } }

    private typealias Actions = (stop: @Sendable () -> Void, goOn: @Sendable () -> Void)
    private static let actions = Guarded<Actions?>(nil)

    /// The signal stays caught without actions, and stops the process all the same.
    private static let isCaught: Void = CaughtSignal.handle(SIGTSTP) {
        let current = actions.withLock { $0 }
        current?.stop()
        CaughtSignal.raise(SIGTSTP) { current?.goOn() }
    }
}
