import Foundation

/// The server's side of TLS over a connected socket. It does not own the descriptor.
final class TLSChannel: ByteChannel {
    /// Why a handshake failed, in OpenSSL's words: `tlsv1 alert unknown ca`.
    struct HandshakeFailure: Error {
        let reason: String
    }

    private let context: TLSContext
    private let session: OpaquePointer
    private let descriptor: Int32
    private var library: LibSSL { context.library }

    /// Does the handshake.
    init(_ context: TLSContext, descriptor: Int32) throws(HandshakeFailure) {
        guard let session = context.library.newSession(context.pointer) else {
            throw HandshakeFailure(reason: context.library.takeError() ?? "no session")
        }
        self.context = context
        self.session = session
        self.descriptor = descriptor
        _ = library.takeError()
        _ = library.setDescriptor(session, descriptor)
        guard library.accept(session) == 1 else {
            throw HandshakeFailure(reason: library.takeError() ?? "the connection ended")
        }
    }

    deinit { library.freeSession(session) }

    /// `TLSv1.3`
    var version: String { library.version(session).map { String(cString: $0) } ?? "" }

    /// The host that the client asked for (SNI); nil when it named none, as for an address.
    var serverName: String? { library.serverName(session, 0).map { String(cString: $0) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ChannelEnd) -> Int {
        _ = library.takeError()
        let limit = Int32(min(buffer.count, Int(Int32.max)))
        let count = library.read(session, buffer.baseAddress, limit)
        if count > 0 { return Int(count) }
        let endOfStream: Int32 = 6  // SSL_ERROR_ZERO_RETURN
        throw library.error(session, count) == endOfStream ? .closed : .broken
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ChannelEnd) {
        var rest = bytes
        while !rest.isEmpty {
            _ = library.takeError()
            let limit = Int32(min(rest.count, 1 << 30))
            let count = library.write(session, rest.baseAddress, limit)
            guard count > 0 else { throw .broken }
            rest = UnsafeRawBufferPointer(rebasing: rest[Int(count)...])
        }
    }

    func endWriting() {
        sayGoodbye()
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    func sayGoodbye() {
        _ = library.takeError()
        _ = library.shutdown(session)
    }
}
