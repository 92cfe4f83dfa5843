import Foundation

/// A failure of the test support, described for the test's output.
package enum SupportError: Error, CustomStringConvertible {
    /// A system call failed with this errno.
    case system(call: String, errno: Int32)
    /// An event that a test waits for did not happen.
    case late(String)
    /// A tool or a file that the test needs is not there.
    case missing(String)

    package var description: String {
        switch self {
        case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
        case .late(let what): "too late: \(what)"
        case .missing(let what): "missing: \(what)"
        }
    }

    /// The failure of `call` with the current errno.
    static func last(_ call: String) -> SupportError { .system(call: call, errno: errno) }
}

/// Values that can be sent or passed as arguments, byte for byte.
package protocol RawBytes: Sendable {
    var rawBytes: [UInt8] { get }
}

extension String: RawBytes {
    package var rawBytes: [UInt8] { Array(utf8) }
}

extension [UInt8]: RawBytes {
    package var rawBytes: [UInt8] { self }
}
