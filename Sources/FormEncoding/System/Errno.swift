import Foundation

package struct Errno: Error, Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) { self.rawValue = rawValue }

    package static var last: Errno { Errno(errno) }
    package static var isDirectory: Errno { Errno(EISDIR) }
    /// Another file is at the path than was there before.
    package static var isReplaced: Errno { Errno(ESTALE) }
    static var invalidArgument: Errno { Errno(EINVAL) }

    var isAgain: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }
}
