import Foundation

/// Actions to run before Ctrl-Z stops the process and after it continues, while this exists.
final class Suspension {
    /// `goOn` may change the terminal's settings; that blocks until the job is in the foreground.
    init(stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void) {
        Suspensions.shared.set((stop, goOn))
    }

    deinit { Suspensions.shared.set(nil) }
}

/// A singleton: signal handlers belong to the process.
private final class Suspensions: @unchecked Sendable {  // all mutable state is behind `lock`
    typealias Actions = (stop: @Sendable () -> Void, goOn: @Sendable () -> Void)

    static let shared = Suspensions()

    private let lock = NSLock()
    private var actions: Actions?
    private var caught: CaughtSignal?

    /// The signal stays caught without actions, and stops the process all the same.
    func set(_ actions: Actions?) {
        lock.withLock {
            self.actions = actions
            caught =
                caught
                ?? CaughtSignal(SIGTSTP) { [self] in
                    let actions = lock.withLock { self.actions }
                    actions?.stop()
                    CaughtSignal.raise(SIGTSTP) { actions?.goOn() }
                }
        }
    }
}
