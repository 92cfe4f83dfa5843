import FormEncoding
import Foundation

/// The file of `-D`: all response heads, written as they come; on a terminal without a server's
/// control characters.
final class HeadFile: Sendable {
    /// `nil`: standard output.
    private let path: ByteString?
    private let descriptor: Int32
    private let isTerminal: Bool

    init(path: ByteString? = nil, descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
        isTerminal = Console.isTerminal(descriptor)
    }

    deinit { if path != nil { close(descriptor) } }

    func write(_ head: [UInt8]) throws(WriteError) {
        let bytes = isTerminal ? head.shownOnTerminal : head
        try bytes.write(to: descriptor, path: path)
    }
}
