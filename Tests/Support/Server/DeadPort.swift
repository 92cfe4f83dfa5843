#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port of 127.0.0.1 that cannot be connected to while this object exists.
package final class DeadPort: Sendable {
    package let port: Int
    private let descriptors: [Int32]

    private init(_ descriptors: [Int32]) {
        self.descriptors = descriptors
        port = Sockets.port(of: descriptors[0])
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// Refuses connections at once: the port is bound, but not listening.
    package static func refusing() throws -> DeadPort {
        DeadPort([try Listener.bound(.loopback)])
    }

    /// Leaves connections without an answer: it listens, but its queue is full. Linux only; other
    /// systems refuse.
    package static func silent() throws -> DeadPort {
        let listener = try Listener(.loopback, backlog: 0)
        var descriptors = [listener.descriptor]
        // More than the queue holds: the rest, and those of the test, remain pending.
        for _ in 0..<4 {
            let descriptor = try Sockets.make(AF_INET)
            descriptors.append(descriptor)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            Sockets.connect(descriptor, toLoopbackPort: listener.port)
        }
        return DeadPort(descriptors)
    }

    /// `http://127.0.0.1:PORT/`
    package var url: String { "http://127.0.0.1:\(port)/" }
}
