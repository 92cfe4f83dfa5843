import Foundation

/// Actions to run before Ctrl-Z stops the process and after it continues.
final class Suspension {
    private let caught: CaughtSignal?

    /// `goOn` may change the terminal's settings; that blocks until the job is in the foreground.
    init(stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void) {
        caught = CaughtSignal(SIGTSTP) {
            stop()
            CaughtSignal.raise(SIGTSTP, goOn)
        }
    }
}
