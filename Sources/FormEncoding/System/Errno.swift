#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's number for a failure.
package struct Errno: Error, Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// That of the system call that has just failed.
    package static var last: Errno { Errno(errno) }
    package static var isDirectory: Errno { Errno(EISDIR) }
    static var invalidArgument: Errno { Errno(EINVAL) }

    /// The call would have had to wait.
    var isAgain: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }
}
