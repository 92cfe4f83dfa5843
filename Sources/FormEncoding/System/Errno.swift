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

/// A failure to write, or to prepare what is written.
package struct WriteError: Error, Hashable, Sendable {
    /// Nil: standard output.
    package var path: ByteString?
    /// The system's number.
    package var errno: Int32

    package init(path: ByteString? = nil, errno: Int32) { (self.path, self.errno) = (path, errno) }
}
