import FormEncoding
import Foundation

/// Opens files that are written directly, without a temporary name.
enum OutputDescriptor {
    private static let pause: UInt32 = 20_000  // microseconds

    /// Opens `path` for writing, with additional `flags` of open(2).
    ///
    /// Paths such as `/dev/stderr` are duplicated, not opened: opening the file behind the
    /// descriptor would truncate it. A FIFO without a reader is waited for until the time limit
    /// (`ETIMEDOUT`), or for ever without one.
    static func open(
        _ path: ByteString, flags: Int32 = 0, until limit: TimeLimit?
    ) throws(WriteError) -> Int32 {
        if let number = path.descriptorNumber {
            let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { throw WriteError(path: path, errno: errno) }
            return copy
        }
        let mode = O_WRONLY | O_CLOEXEC | (limit == nil ? 0 : O_NONBLOCK)
        while true {
            let descriptor = openCall(path.cString, mode | flags, 0o666)
            if descriptor >= 0 {
                let status = fcntl(descriptor, F_GETFL)
                _ = fcntl(descriptor, F_SETFL, status & ~O_NONBLOCK)
                return descriptor
            }
            guard let limit, errno == ENXIO, path.isFIFO else {
                throw WriteError(path: path, errno: errno)
            }
            guard !limit.isReached else { throw WriteError(path: path, errno: ETIMEDOUT) }
            usleep(pause)
        }
    }

    /// Opens `path`, whose symbolic links led to `destination` at the start. A link that has appeared
    /// since then is not followed (`ESTALE`).
    static func open(
        _ path: ByteString, at destination: ByteString, flags: Int32, until limit: TimeLimit?
    ) throws(WriteError) -> Int32 {
        do throws(WriteError) {
            return try open(destination, flags: flags | O_NOFOLLOW, until: limit)
        } catch {
            let hasAppeared = error.errno == ELOOP && destination != path.followingLinks
            throw WriteError(path: path, errno: hasAppeared ? ESTALE : error.errno)
        }
    }
}

/// open(2), which `OutputDescriptor.open` shadows.
private func openCall(_ path: [CChar], _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
