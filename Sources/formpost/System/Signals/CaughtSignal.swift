import CProcess
import Dispatch
import Foundation

/// Signals with another action than the default one.
enum CaughtSignal {
    /// Gives the signal an action for the rest of the process, unless the parent process ignores it (nohup, a
    /// background job): it stays ignored.
    static func handle(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
        if !isIgnored(number), SignalActions.shared.add(number, action) {
            cprocess_remember(number)
        }
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

/// A singleton: signal handlers belong to the process. One source for all signals, and no thread until one comes:
/// libdispatch's own sources of signals take a thread or two when they begin to listen.
private final class SignalActions: @unchecked Sendable {  // all mutable state is behind `lock`
    static let shared = SignalActions()

    private let lock = NSLock()
    private var actions: [(number: Int32, queue: DispatchQueue, action: @Sendable () -> Void)] = []
    private var source: (any DispatchSourceRead)?

    /// False if the system gives no more descriptors.
    func add(_ number: Int32, _ action: @escaping @Sendable () -> Void) -> Bool {
        lock.withLock {
            source = source ?? made()
            // An action may block, and must not delay those of other signals.
            let queue = DispatchQueue(label: "formpost.signal", qos: .userInteractive)
            actions.append((number, queue, action))
            return source != nil
        }
    }

    private func made() -> (any DispatchSourceRead)? {
        let descriptor = cprocess_open_signals()
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: .global(qos: .userInteractive))
        source.setEventHandler { [self] in
            let came = cprocess_recall()
            for entry in lock.withLock({ actions }) where came & 1 << entry.number != 0 {
                entry.queue.async(execute: entry.action)
            }
        }
        source.activate()
        return source
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
