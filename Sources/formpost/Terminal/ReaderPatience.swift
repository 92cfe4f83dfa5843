import FormEncoding
import Foundation

/// How long a write to standard error may wait for a reader with `-m`: half a second longer than the
/// time limit, so that the limit ends the transfer first. After one write has timed out, later writes do not wait.
final class ReaderPatience: @unchecked Sendable {  // `isOver` is behind `lock`
    private static let grace = Duration.milliseconds(500)

    private let limit: TimeLimit
    /// Whether the limit counts from the start of each write: several requests or attempts have all of
    /// the time each.
    private let isRenewed: Bool
    private let lock = NSLock()
    private var isOver = false

    init(_ limit: TimeLimit, isRenewed: Bool) { (self.limit, self.isRenewed) = (limit, isRenewed) }

    /// How long a write that begins now may wait, in milliseconds for `poll(2)`.
    var milliseconds: Int32 {
        guard !lock.withLock({ isOver }) else { return 0 }
        let left = (isRenewed ? limit.duration : limit.left) + Self.grace
        return Int32(clamping: left.milliseconds)
    }

    /// Writes all bytes, or throws `ETIMEDOUT`.
    func write(_ bytes: [UInt8], to descriptor: Int32, path: ByteString?) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard Self.isReady(descriptor, within: milliseconds) else {
                lock.withLock { isOver = true }
                throw WriteError(path: path, errno: ETIMEDOUT)
            }
            // A pipe that is ready takes as much without blocking.
            let piece = rest.prefix(Int(PIPE_BUF))
            try Array(piece).write(to: descriptor, path: path)
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Whether a write of at most `PIPE_BUF` bytes will not block, once the time has passed at the latest.
    static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&state, 1, milliseconds)
            // The write reports all other conditions.
            if count >= 0 || errno != EINTR { return count != 0 }
        }
    }
}
