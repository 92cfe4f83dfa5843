import Foundation

/// A port of 127.0.0.1 that cannot be connected to.
///
/// Its sockets stay open until the tests end: another test would get the port.
package struct DeadPort: Sendable {
    package let port: Int

    private init(_ descriptor: Int32) { port = Sockets.port(of: descriptor) }

    /// Refuses connections at once: the port is bound, but not listening.
    package static func refusing() throws -> DeadPort {
        DeadPort(try Listener.bound(.loopback))
    }

    /// A port that was free a moment ago, for a program that binds it itself.
    package static func released() throws -> Int {
        let descriptor = try Listener.bound(.loopback)
        defer { close(descriptor) }
        return Sockets.port(of: descriptor)
    }

    /// Leaves connections without an answer: it listens, but its queue is full. Linux only; other
    /// systems refuse.
    package static func silent() throws -> DeadPort {
        let listener = try Listener(.loopback, backlog: 0)
        // More than the queue holds: the rest, and those of the test, remain pending.
        for _ in 0..<4 {
            let descriptor = try Sockets.make(AF_INET)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            Sockets.connect(descriptor, toLoopbackPort: listener.port)
        }
        return DeadPort(listener.descriptor)
    }

    /// `http://127.0.0.1:PORT/`
    package var url: String { "http://127.0.0.1:\(port)/" }
}
