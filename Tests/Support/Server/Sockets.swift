import Foundation

/// The few socket calls of the test server, with the differences between the platforms.
enum Sockets {
    #if canImport(Darwin)
        static let stream = SOCK_STREAM
        static let sendFlags: Int32 = 0
    #else
        static let stream = Int32(SOCK_STREAM.rawValue)
        static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Writing to a closed connection is an error, never a signal, also in OpenSSL.
    static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    /// A new stream socket that child processes do not inherit.
    static func make(_ domain: Int32) throws -> Int32 {
        let descriptor = socket(domain, stream, 0)
        guard descriptor >= 0 else { throw SupportError.last("socket") }
        prepare(descriptor)
        return descriptor
    }

    /// The next connection, or nil when the listener is shut.
    static func accept(on listener: Int32) -> Int32? {
        while true {
            let descriptor = systemAccept(listener)
            if descriptor >= 0 {
                prepare(descriptor)
                // Sends each piece at once; fails for unix sockets, which is fine.
                set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
                return descriptor
            }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    /// 127.0.0.1 and a port.
    static func loopbackAddress(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        return address
    }

    /// Begins a connection, or makes it.
    static func connect(_ descriptor: Int32, toLoopbackPort port: Int) {
        withUnsafePointer(to: loopbackAddress(port: port)) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Makes the coming close(2) send a reset.
    static func resetOnClose(_ descriptor: Int32) {
        set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    }

    static func set<Value>(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Value) {
        withUnsafeBytes(of: value) { bytes in
            _ = setsockopt(descriptor, level, name, bytes.baseAddress, socklen_t(bytes.count))
        }
    }

    /// The port that `descriptor` is bound to; 0 for a unix socket.
    static func port(of descriptor: Int32) -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0, address.sin_family == sa_family_t(AF_INET) else { return 0 }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }
}

// accept(2) and connect(2), which the functions above shadow.

private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

private func systemConnect(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
    connect(descriptor, address, length)
}
