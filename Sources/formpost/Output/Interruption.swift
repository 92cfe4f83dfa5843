import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Something that is done when SIGINT or SIGTERM ends the process, which they still do.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
            // The source sees the signal only where the process does not die of it first.
            let previous = signal(number, SIG_IGN)
            // What the caller ignores (nohup, a job in the background) stays ignored.
            if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                return nil
            }
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: .global(qos: .userInteractive))
            source.setEventHandler {
                cleanUp()
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            source.activate()
            return source
        }
    }

    deinit {
        for source in sources {
            signal(Int32(source.handle), SIG_DFL)
            source.cancel()
        }
    }
}
