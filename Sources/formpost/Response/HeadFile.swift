import FormEncoding
import Foundation

/// The file of `-D`: all response heads, written as they come.
final class HeadFile: Sendable {
    /// `nil`: standard output.
    private let path: ByteString?
    private let descriptor: Int32

    init(path: ByteString? = nil, descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { if path != nil { close(descriptor) } }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        try bytes.write(to: descriptor, path: path)
    }
}
