import Foundation

/// The server's side of TLS over a connected socket. It does not own the descriptor.
final class TLSChannel: ByteChannel {
    private let context: TLSContext
    private let session: OpaquePointer
    private let descriptor: Int32
    private var library: LibSSL { context.library }

    /// Does the handshake; nil if it fails.
    init?(_ context: TLSContext, descriptor: Int32) {
        guard let session = context.library.newSession(context.pointer) else { return nil }
        self.context = context
        self.session = session
        self.descriptor = descriptor
        _ = library.setDescriptor(session, descriptor)
        guard library.accept(session) == 1 else { return nil }
    }

    deinit { library.freeSession(session) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ChannelEnd) -> Int {
        let limit = Int32(min(buffer.count, Int(Int32.max)))
        let count = library.read(session, buffer.baseAddress, limit)
        if count > 0 { return Int(count) }
        throw .byClient
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ChannelEnd) {
        var rest = bytes
        while !rest.isEmpty {
            let limit = Int32(min(rest.count, 1 << 30))
            let count = library.write(session, rest.baseAddress, limit)
            guard count > 0 else { throw .byClient }
            rest = UnsafeRawBufferPointer(rebasing: rest[Int(count)...])
        }
    }

    func endWriting() {
        sayGoodbye()
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    func sayGoodbye() {
        _ = library.shutdown(session)
    }
}
