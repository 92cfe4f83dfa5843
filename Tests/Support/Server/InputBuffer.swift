/// A buffer of bytes read from a channel.
final class InputBuffer {
    /// Replaced when a connection is upgraded to TLS.
    var channel: any ByteChannel

    // Large, so that a fast client is not held up by many small reads.
    private let storage = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 1 << 20, alignment: 4096)
    private var start = 0
    private var end = 0

    init(_ channel: any ByteChannel) { self.channel = channel }

    deinit { storage.deallocate() }

    /// Takes up to `limit` bytes, blocking for the first; valid until the next call.
    func take(atMost limit: Int) throws(ChannelEnd) -> UnsafeRawBufferPointer {
        if start == end { try fill(atMost: limit) }
        let count = min(limit, end - start)
        defer { start += count }
        return UnsafeRawBufferPointer(rebasing: storage[start..<start + count])
    }

    /// Discards up to `limit` bytes and returns their number; nil if that is not cheap.
    func discard(atMost limit: Int) throws(ChannelEnd) -> Int? {
        guard start == end else { return nil }
        return try channel.discard(upTo: limit)
    }

    /// Appends bytes to `bytes` up to and with `mark`; at most about `limit` of them.
    ///
    /// If the channel ends first, `bytes` has what came before.
    func take(through mark: [UInt8], into bytes: inout [UInt8], limit: Int) throws(ChannelEnd) {
        var searched = bytes.count
        while true {
            // Small pieces, so that bytes after the mark mostly stay unread.
            let piece = try take(atMost: 1 << 14)
            bytes.append(contentsOf: piece)
            if let found = bytes.offset(of: mark, from: searched) {
                let surplus = bytes.count - (found + mark.count)
                bytes.removeLast(surplus)
                start -= surplus
                return
            }
            if bytes.count > limit { return }
            searched = max(0, bytes.count - mark.count + 1)
        }
    }

    private func fill(atMost limit: Int) throws(ChannelEnd) {
        start = 0
        end = 0
        // Never more than requested: bytes that a script does not read must stay in the system's
        // buffers, where they slow the client down and turn a close into a reset.
        let room = storage[..<min(limit, storage.count)]
        end = try channel.read(into: UnsafeMutableRawBufferPointer(rebasing: room))
    }
}
