import FormEncoding
import Foundation

/// The time that a write to standard error may wait for a reader with `-m`: half a second longer than
/// the time limit, so that the limit ends the transfer first. After one write has timed out, later writes
/// do not wait.
final class ReaderPatience: @unchecked Sendable {  // `isOver` is behind `lock`
    private static let grace = Duration.milliseconds(500)

    private let limit: TimeLimit
    /// Whether the limit counts from the start of each write: each of several requests or attempts has the
    /// whole time.
    private let isRenewed: Bool
    private let lock = NSLock()
    private var isOver = false

    init(_ limit: TimeLimit, isRenewed: Bool) { (self.limit, self.isRenewed) = (limit, isRenewed) }

    /// The time that a write that begins now may wait, in milliseconds for `poll(2)`.
    var milliseconds: Int32 {
        guard !lock.withLock({ isOver }) else { return 0 }
        let left = (isRenewed ? limit.duration : limit.left) + Self.grace
        return Int32(clamping: left.milliseconds)
    }

    /// Writes all bytes, or throws `ETIMEDOUT`.
    func write(_ bytes: [UInt8], to descriptor: Int32, path: ByteString?) throws(WriteError) {
        do throws(WriteError) {
            try bytes.write(to: descriptor, path: path) { milliseconds }
        } catch {
            if error.errno == ETIMEDOUT { lock.withLock { isOver = true } }
            throw error
        }
    }

    /// Waits until a write of at most `PIPE_BUF` bytes will not block. Returns false if the time is over
    /// before that.
    static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&state, 1, milliseconds)
            // The write reports all other conditions.
            if count >= 0 || errno != EINTR { return count != 0 }
        }
    }
}

extension [UInt8] {
    /// Writes all bytes. Throws `ETIMEDOUT` if the reader lets a piece of `PIPE_BUF` bytes wait longer than
    /// `patience` milliseconds.
    func write(
        to descriptor: Int32, path: ByteString?, patience: () -> Int32
    ) throws(WriteError) {
        var rest = self[...]
        while !rest.isEmpty {
            guard ReaderPatience.isReady(descriptor, within: patience()) else {
                throw WriteError(path: path, errno: ETIMEDOUT)
            }
            // A pipe that is ready accepts that many without blocking.
            try Array(rest.prefix(Int(PIPE_BUF))).write(to: descriptor, path: path)
            rest = rest.dropFirst(Int(PIPE_BUF))
        }
    }
}
