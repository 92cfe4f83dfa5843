/// A connection cannot be read or written any more.
enum ChannelEnd: Error {
    /// The client has closed its direction, or the connection is gone.
    case byClient
    /// A step has ended it, or the server stops.
    case byServer
}

/// One accepted connection as a stream of bytes: a socket, or TLS over one.
///
/// Used by one thread, the one that serves the connection.
protocol ByteChannel: AnyObject {
    /// Blocks for the next bytes; at least one.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ChannelEnd) -> Int

    /// Discards up to `count` bytes without copying them; nil if that is not possible.
    func discard(upTo count: Int) throws(ChannelEnd) -> Int?

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ChannelEnd)

    /// Ends our direction; the peer's stays open.
    func endWriting()

    /// Sends TLS's close_notify before an orderly close.
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
