import Foundation

/// The errno of a failed system call.
package struct Errno: Error, Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// The errno of the last failed call.
    package static var last: Errno { Errno(errno) }
    package static var isDirectory: Errno { Errno(EISDIR) }
    static var invalidArgument: Errno { Errno(EINVAL) }

    /// Whether the call would have blocked.
    var isAgain: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }
}
