import Foundation

/// A signal to a thread that waits in `poll(2)`, once, from any thread: a pipe with nothing in it, which
/// ends.
final class WakeUp: Sendable {
    /// Readable from the signal on; negative if there is no pipe to be had: `poll(2)` ignores it.
    let descriptor: Int32
    private let state: Guarded<(end: Int32?, isGiven: Bool)>

    init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            (descriptor, state) = (-1, Guarded((nil, false)))
            return
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (descriptor, state) = (ends[0], Guarded((ends[1], false)))
    }

    deinit {
        give()
        if descriptor >= 0 { close(descriptor) }
    }

    var isGiven: Bool { state.withLock { $0.isGiven } }

    func give() {
        state.withLock {
            if let end = $0.end { close(end) }
            $0 = (nil, true)
        }
    }
}
