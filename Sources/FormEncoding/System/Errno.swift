import Foundation

package struct Errno: Error, Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) { self.rawValue = rawValue }

    package static var last: Errno { Errno(errno) }
    package static var isDirectory: Errno { Errno(EISDIR) }
    static var invalidArgument: Errno { Errno(EINVAL) }

    var isAgain: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }
}
