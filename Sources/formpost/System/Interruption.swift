import Dispatch
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Something that is done when SIGINT, SIGTERM or SIGHUP ends the process, which they still do.
final class Interruption: Sendable {
    private let number: Int

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        number = Interruptions.shared.add(cleanUp)
    }

    deinit { cancel() }

    /// There is no more to be done.
    func cancel() { Interruptions.shared.remove(number) }

    /// To be called first of all. The kernel keeps signals without a handler from process 1, which
    /// the command is in a container: what ends others must end it, too.
    static func prepareFirstProcess() {
        guard getpid() == 1 else { return }
        for number in Interruptions.signals { CaughtSignal.exitOnSignal(number) }
    }
}

/// A singleton: signal handlers belong to the process.
private final class Interruptions: @unchecked Sendable {  // all mutable state is behind `lock`
    static let shared = Interruptions()
    static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// Who has stopped the terminal, or reads no more, must not keep the process alive.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// Recursive: an action may be the last to hold what has an interruption of its own.
    private let lock = NSRecursiveLock()
    private var cleanUps: [(number: Int, action: @Sendable () -> Void)] = []
    private var lastNumber = 0
    private var caught: [CaughtSignal] = []

    func add(_ cleanUp: @escaping @Sendable () -> Void) -> Int {
        lock.withLock {
            if caught.isEmpty {
                caught = Self.signals.compactMap { number in
                    CaughtSignal(number) { [self] in interrupted(by: number) }
                }
            }
            lastNumber += 1
            cleanUps.append((lastNumber, cleanUp))
            return lastNumber
        }
    }

    /// The signals stay caught: a source is cancelled some time later, and until then a new one for
    /// its signal gets none.
    func remove(_ number: Int) {
        lock.withLock { cleanUps.removeAll { $0.number == number } }
    }

    private func interrupted(by number: Int32) {
        DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + Self.patience) {
            CaughtSignal.die(of: number)
        }
        // In order: files are registered before the meter, which may have to wait for the terminal.
        lock.withLock {
            for (_, action) in cleanUps { action() }
            CaughtSignal.die(of: number)
        }
    }
}
