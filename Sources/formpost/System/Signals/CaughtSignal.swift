import CProcess
import Dispatch
import Foundation

/// A signal with an action in place of its default one, for the rest of the process: libdispatch sets
/// its own handler only once.
final class CaughtSignal {
    private let source: any DispatchSourceSignal

    /// `nil` if the parent process ignores the signal (nohup, a background job): it stays ignored.
    init?(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
        if Self.isIgnored(number) { return nil }
        // The source listens some time later, and what has come by then must not be lost.
        cprocess_remember(number)
        source = DispatchSource.makeSignalSource(
            signal: number, queue: .global(qos: .userInteractive))
        source.setEventHandler(handler: action)
        source.setRegistrationHandler {
            #if canImport(Darwin)
                // Here it only observes the signal; on Linux it has its own handler.
                signal(number, SIG_IGN)
            #endif
            if cprocess_recall(number) != 0 { action() }
        }
        source.activate()
    }

    /// Makes the signal exit with the status that a shell reports, unless it is ignored.
    static func exitOnSignal(_ number: Int32) {
        guard !isIgnored(number) else { return }
        signal(number) { number in _exit(128 + number) }
    }

    /// Ends the process by the signal, so that its parent sees that.
    static func die(of number: Int32) -> Never {
        raise(number)
        // Reached in process 1, which the signal does not end.
        _exit(128 + number)
    }

    /// Raises the signal with its default action, then catches it again.
    static func raise(_ number: Int32, _ whatFollows: () -> Void = {}) {
        let handler = signal(number, SIG_DFL)
        // Dispatch blocks signals in its threads.
        var signals = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&signals)
        for unblocked in [number, SIGTTOU] { sigaddset(&signals, unblocked) }
        pthread_sigmask(SIG_UNBLOCK, &signals, &blocked)
        systemRaise(number)
        whatFollows()
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        signal(number, handler)
    }
}

/// raise(3), which `CaughtSignal.raise` shadows.
private func systemRaise(_ number: Int32) { raise(number) }

extension CaughtSignal {
    /// Whether the process ignores the signal.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        // Compares addresses: Swift cannot compare functions.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
