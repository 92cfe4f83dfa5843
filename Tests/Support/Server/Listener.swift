import Foundation

/// Where a test server listens.
package enum ListenAddress: Sendable {
    /// 127.0.0.1, a free port.
    case loopback
    /// A unix socket at this path.
    case unix(String)
}

/// A bound, listening socket.
struct Listener: Sendable {
    let descriptor: Int32
    /// 0 for unix sockets.
    let port: Int

    /// `receiveBuffer` is what the system keeps of a connection before it is read, in bytes; nil is
    /// the system's own choice, which is megabytes on loopback.
    init(_ address: ListenAddress, backlog: Int32 = 128, receiveBuffer: Int32? = nil) throws {
        let descriptor = try Listener.bound(address)
        if var size = receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        guard listen(descriptor, backlog) == 0 else {
            defer { close(descriptor) }
            throw SupportError.last("listen")
        }
        self.descriptor = descriptor
        port = Sockets.port(of: descriptor)
    }

    /// Accepts on a thread until the listener is shut down; `body` gets each connection on a thread of its own.
    func serve(_ body: @escaping @Sendable (_ descriptor: Int32) -> Void) {
        startThread {
            while let connection = Sockets.accept(on: descriptor) {
                startThread { body(connection) }
            }
            close(descriptor)
        }
    }

    /// A socket bound to `address` that does not listen yet.
    static func bound(_ address: ListenAddress) throws -> Int32 {
        switch address {
        case .loopback:
            return try bind(Sockets.loopbackAddress(port: 0), AF_INET)
        case .unix(let path):
            var value = sockaddr_un()
            value.sun_family = sa_family_t(AF_UNIX)
            guard path.utf8.count < MemoryLayout.size(ofValue: value.sun_path) else {
                throw SupportError.system(call: "bind", errno: ENAMETOOLONG)
            }
            withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: path.utf8) }
            return try bind(value, AF_UNIX)
        }
    }

    private static func bind<Address>(_ address: Address, _ domain: Int32) throws -> Int32 {
        let descriptor = try Sockets.make(domain)
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemBind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard status == 0 else {
            defer { close(descriptor) }
            throw SupportError.last("bind")
        }
        return descriptor
    }
}

/// bind(2), which the static functions above shadow.
private func systemBind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
    bind(descriptor, address, length)
}
