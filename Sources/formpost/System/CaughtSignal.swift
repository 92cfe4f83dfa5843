import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A signal that does something in place of what it does by default.
final class CaughtSignal {
    private let source: any DispatchSourceSignal
    private let previous: Handler

    /// `nil` for a signal that the caller ignores (nohup, a job in the background): it stays so.
    init?(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
        // Until the source listens, the signal must not be lost: it is left as it is.
        previous = Self.handler(of: number)
        if previous.isSame(as: SIG_IGN) { return nil }
        let listens = DispatchSemaphore(value: 0)
        source = DispatchSource.makeSignalSource(
            signal: number, queue: .global(qos: .userInteractive))
        source.setEventHandler(handler: action)
        source.setRegistrationHandler { listens.signal() }
        source.activate()
        listens.wait()
        // On Linux the source has a handler now. Elsewhere it only looks on, and the process must
        // not die of the signal before.
        let handler = signal(number, SIG_IGN)
        if !handler.isSame(as: SIG_DFL) { signal(number, handler) }
    }

    deinit {
        signal(Int32(source.handle), previous)
        source.cancel()
    }

    /// Has the signal end the process as a shell would tell it, unless the caller ignores it.
    static func exitOnSignal(_ number: Int32) {
        guard !handler(of: number).isSame(as: SIG_IGN) else { return }
        signal(number) { number in _exit(128 + number) }
    }

    /// Lets the signal end the process, for its parent to see.
    static func die(of number: Int32) -> Never {
        raise(number)
        // Process 1 is spared.
        _exit(128 + number)
    }

    /// Lets the signal do here and now what it does by default; it is caught again after that.
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
    fileprivate static func handler(of number: Int32) -> Handler {
        var action = sigaction()
        sigaction(number, nil, &action)
        return action.handler
    }
}

#if canImport(Glibc)
    private typealias Handler = __sighandler_t?
#else
    private typealias Handler = sig_t?
#endif

extension Handler {
    /// Functions cannot be compared in Swift; these are numbers, really.
    fileprivate func isSame(as other: Handler) -> Bool {
        unsafeBitCast(self, to: Int.self) == unsafeBitCast(other, to: Int.self)
    }
}

extension sigaction {
    fileprivate var handler: Handler {
        #if canImport(Glibc)
            __sigaction_handler.sa_handler
        #else
            __sigaction_u.__sa_handler
        #endif
    }
}
