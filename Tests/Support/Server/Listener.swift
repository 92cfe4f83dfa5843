import Foundation

/// Where a test server listens.
package enum ListenAddress: Sendable {
    /// 127.0.0.1, a free port.
    case loopback
    /// ::1, a free port.
    case loopbackV6
    /// A unix socket at this path.
    case unix(String)
    /// A unix socket in Linux's abstract namespace.
    case abstractUnix(String)
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

    /// A socket bound to `address` that does not listen yet.
    static func bound(_ address: ListenAddress) throws -> Int32 {
        switch address {
        case .loopback:
            return try bind(Sockets.loopbackAddress(port: 0), AF_INET)
        case .loopbackV6:
            var value = sockaddr_in6()
            value.sin6_family = sa_family_t(AF_INET6)
            value.sin6_addr = in6addr_loopback
            return try bind(value, AF_INET6)
        case .unix(let path): return try bindUnix(Array(path.utf8))
        case .abstractUnix(let name): return try bindUnix([0] + Array(name.utf8))
        }
    }

    private static func bindUnix(_ path: [UInt8]) throws -> Int32 {
        var value = sockaddr_un()
        value.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: value.sun_path)
        guard path.count < room else {
            throw SupportError.system(call: "bind", errno: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: path) }
        // The length is part of an abstract name; other paths end at their NUL.
        let length = MemoryLayout<sockaddr_un>.size - room + path.count
        return try bind(value, AF_UNIX, length: path.first == 0 ? length : length + 1)
    }

    private static func bind<Address>(
        _ address: Address, _ domain: Int32, length: Int = MemoryLayout<Address>.size
    ) throws -> Int32 {
        let descriptor = try Sockets.make(domain)
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemBind(descriptor, $0, socklen_t(length))
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
