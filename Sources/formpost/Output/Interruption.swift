import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Something that is done when SIGINT, SIGTERM or SIGHUP ends the process, which they still do.
final class Interruption {
    private let number: Int

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        number = Interruptions.shared.add(cleanUp)
    }

    deinit { Interruptions.shared.remove(number) }
}

/// All that is to be done: signals are the process's, so there is one of it.
private final class Interruptions: @unchecked Sendable {  // all mutable state is behind `lock`
    static let shared = Interruptions()

    private let lock = NSLock()
    private var cleanUps: [(number: Int, action: @Sendable () -> Void)] = []
    private var lastNumber = 0
    private var signals: [CaughtSignal] = []

    func add(_ cleanUp: @escaping @Sendable () -> Void) -> Int {
        lock.withLock {
            if cleanUps.isEmpty {
                signals = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
                    CaughtSignal(number) { [self] in interrupted(by: number) }
                }
            }
            lastNumber += 1
            cleanUps.append((lastNumber, cleanUp))
            return lastNumber
        }
    }

    func remove(_ number: Int) {
        lock.withLock {
            cleanUps.removeAll { $0.number == number }
            if cleanUps.isEmpty { signals = [] }
        }
    }

    private func interrupted(by number: Int32) {
        lock.withLock {
            for (_, action) in cleanUps.reversed() { action() }
            CaughtSignal.raise(number)
        }
    }
}
