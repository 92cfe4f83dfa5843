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
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: .global(qos: .userInteractive))
            source.setEventHandler {
                cleanUp()
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            // The source sees the signal only where the process does not die of it first.
            signal(number, SIG_IGN)
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
