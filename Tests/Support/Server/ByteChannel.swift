/// Why nothing more comes from a peer, or goes to it.
package enum ChannelEnd: Error, Sendable, Equatable {
    /// The peer has ended its direction in order.
    case closed
    /// The connection is gone: a reset, or an error on our side.
    case broken
}

/// One accepted connection as a stream of bytes: a socket, or TLS over one.
///
/// Used by one thread, the one that serves the connection.
protocol ByteChannel: AnyObject {
    /// Blocks for the next bytes; at least one.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ChannelEnd) -> Int

    /// Throws away up to `count` bytes without copying them, or nil where that is not possible.
    func discard(upTo count: Int) throws(ChannelEnd) -> Int?

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ChannelEnd)

    /// Ends our direction; the peer's stays open.
    func endWriting()

    /// What comes before an orderly close: TLS's close_notify.
    func sayGoodbye()
}

extension ByteChannel {
    func discard(upTo count: Int) throws(ChannelEnd) -> Int? { nil }

    func sayGoodbye() {}

    func write(_ bytes: [UInt8]) throws(ChannelEnd) {
        // A closure cannot pass a typed error through `withUnsafeBytes`, so it returns it.
        let end: ChannelEnd? = bytes.withUnsafeBytes { buffer in
            do throws(ChannelEnd) {
                try write(buffer)
                return nil
            } catch {
                return error
            }
        }
        if let end { throw end }
    }
}
