import Foundation

/// A connected, blocking stream socket. It does not own its descriptor.
final class SocketChannel: ByteChannel {
    let descriptor: Int32

    /// How many bytes have to be there for a read to return.
    private var lowWater: Int32 = 1

    init(descriptor: Int32) { self.descriptor = descriptor }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ChannelEnd) -> Int {
        try received { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    func discard(upTo count: Int) throws(ChannelEnd) -> Int? {
        #if os(Linux)
            // On Linux, MSG_TRUNC drops bytes of a TCP stream inside the kernel (tcp(7)).
            guard isTCP else { return nil }
            // For large bodies, wake up for larger batches, to leave the processor to the client.
            let batch: Int32 = count > 1 << 26 ? 1 << 18 : 1
            if batch != lowWater {
                Sockets.set(descriptor, SOL_SOCKET, SO_RCVLOWAT, batch)
                lowWater = batch
            }
            let limit = min(count, 1 << 30)
            return try received { recv(descriptor, nil, limit, Int32(MSG_TRUNC)) }
        #else
            return nil
        #endif
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ChannelEnd) {
        var rest = bytes
        while !rest.isEmpty {
            let count = send(descriptor, rest.baseAddress, rest.count, Sockets.sendFlags)
            if count < 0 {
                if errno == EINTR { continue }
                throw .byClient
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether bytes that were sent have not been acknowledged; false if the system does not say.
    var hasUnacknowledged: Bool {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
    }

    private lazy var isTCP = Sockets.port(of: descriptor) != 0

    private func received(_ call: () -> Int) throws(ChannelEnd) -> Int {
        while true {
            let count = call()
            if count > 0 { return count }
            if count == 0 || errno != EINTR { throw .byClient }
        }
    }
}
