#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Something that is done before Ctrl-Z stops the process, and something when it goes on.
final class Suspension {
    private let caught: CaughtSignal?

    /// `goOn` may change the terminal's settings: that waits until it is this job's again.
    init(stop: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void) {
        caught = CaughtSignal(SIGTSTP) {
            stop()
            CaughtSignal.raise(SIGTSTP, goOn)
        }
    }
}
