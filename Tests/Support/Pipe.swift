import Foundation

/// The two descriptors of a pipe, which child processes do not inherit.
struct Pipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    static func make() throws -> Pipe {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SupportError.last("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return Pipe(readEnd: ends[0], writeEnd: ends[1])
    }
}
