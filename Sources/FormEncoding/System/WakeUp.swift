import Foundation

/// A signal to a thread that waits in `poll(2)`, once, from any thread: a pipe with nothing in it, which
/// ends.
final class WakeUp: @unchecked Sendable {  // what changes is behind `lock`
    /// Readable from the signal on; negative if there is no pipe to be had: `poll(2)` ignores it.
    let descriptor: Int32
    private let lock = NSLock()
    private var end: Int32?
    private var wasGiven = false

    init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            descriptor = -1
            return
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (descriptor, end) = (ends[0], ends[1])
    }

    deinit {
        if let end { close(end) }
        if descriptor >= 0 { close(descriptor) }
    }

    var isGiven: Bool { lock.withLock { wasGiven } }

    func give() {
        lock.withLock {
            wasGiven = true
            if let end { close(end) }
            end = nil
        }
    }
}
