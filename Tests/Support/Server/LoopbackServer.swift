import Foundation

/// An HTTP/1 server for tests on the loopback interface. It records the received bytes exactly, and
/// responds as its script says.
///
///     let server = try LoopbackServer(.respond(200, body: "stored\n"))
///     let result = try await Command.formpost("-F", "a=b", server.url).run()
///     let request = try await server.request()
///     #expect(request.framing == .contentLength(135))
///
/// It stops when it is released, or by `stop()`.
package final class LoopbackServer: Sendable {
    /// 0 on a unix socket.
    package let port: Int
    private let core: ServerCore
    private let authority: String
    /// The end of a pipe; closing it ends the thread that accepts.
    private let wake: Int32

    /// Starts a server.
    ///
    /// - `script`: where the answers come from.
    /// - `bodies`: what becomes of the requests' bodies; `.count` for large ones.
    /// - `address`: where it listens.
    /// - `tls`: nil for a plain server.
    /// - `receiveBuffer`: how much may be on its way to the server unread, in bytes; nil: megabytes.
    /// - `onConnect`: steps for each new connection, by its number from 1 on, before anything is
    ///   read from it, TLS's handshake too.
    package init(
        script: Script, bodies: BodyPolicy = .keep, address: ListenAddress = .loopback,
        tls: TLSOptions? = nil, receiveBuffer: Int32? = nil,
        onConnect: @escaping @Sendable (Int) -> [Step] = { _ in [] }
    ) throws {
        Sockets.ignoreBrokenPipes
        let core = ServerCore(
            script, bodies, try tls.map { try TLSContext($0) }, onConnect: onConnect)
        let listener = try Listener(address, receiveBuffer: receiveBuffer)
        let pipe = try Pipe.make()
        self.core = core
        port = listener.port
        wake = pipe.writeEnd
        authority =
            switch address {
            case .loopback: "127.0.0.1:\(listener.port)"
            case .unix: "localhost"
            }
        startThread { core.accept(on: listener, wake: pipe.readEnd) }
    }

    /// Starts a server with these answers, of which the last one repeats; by default 200.
    package convenience init(
        _ answers: Answer..., bodies: BodyPolicy = .keep, address: ListenAddress = .loopback,
        tls: TLSOptions? = nil, receiveBuffer: Int32? = nil
    ) throws {
        try self.init(
            script: .answers(answers), bodies: bodies, address: address, tls: tls,
            receiveBuffer: receiveBuffer)
    }

    /// Starts a server that chooses its answer when the head of a request has come.
    package convenience init(
        bodies: BodyPolicy = .keep, address: ListenAddress = .loopback,
        tls: TLSOptions? = nil, answer: @escaping @Sendable (RecordedRequest) -> Answer
    ) throws {
        try self.init(script: .closure(answer), bodies: bodies, address: address, tls: tls)
    }

    deinit { stop() }

    /// Ends all connections and threads.
    package func stop() {
        guard !core.stopping.isOpen else { return }
        core.stopping.open()
        close(wake)
        core.stop()
    }

    /// `http://127.0.0.1:PORT/`, or `https:` with TLS.
    package var url: String { url("/") }

    /// The address of `target`, which begins with a slash.
    package func url(_ target: String, scheme: String? = nil, host: String? = nil) -> String {
        let scheme = scheme ?? (core.tls == nil ? "http" : "https")
        return "\(scheme)://\(host.map { "\($0):\(port)" } ?? authority)\(target)"
    }

    /// The requests so far, including unfinished ones.
    package var requests: [RecordedRequest] { core.state.withState { $0.requests } }

    /// The connections so far, including open ones.
    package var connections: [ConnectionRecord] { core.state.withState { $0.connections } }

    /// Waits until the server has finished the first `count` requests.
    package func requests(_ count: Int, timeout: Double = 60) async throws -> [RecordedRequest] {
        try await poll("\(count) requests", timeout: timeout) { state in
            let done = state.requests.prefix(count)
            return done.count == count && done.allSatisfy(\.isFinished) ? Array(done) : nil
        }
    }

    /// Waits until the server has finished the first request.
    package func request(timeout: Double = 60) async throws -> RecordedRequest {
        try await requests(1, timeout: timeout)[0]
    }

    /// Waits until `count` connections have come and ended.
    package func endedConnections(_ count: Int = 1) async throws -> [ConnectionRecord] {
        try await poll("the end of \(count) connections") { state in
            let isDone =
                state.connections.count >= count
                && state.connections.allSatisfy(\.hasEnded)
            return isDone ? state.connections : nil
        }
    }

    /// Waits until everything is on record that clients have sent that are gone by now.
    package func settle() async throws {
        let asked = core.state.withState { $0.emptied }
        guard write(wake, "?", 1) == 1 else { throw SupportError.last("write") }
        _ = try await poll("the end of all connections") { state in
            state.emptied > asked && state.connections.allSatisfy(\.hasEnded) ? true : nil
        }
    }

    private func poll<Result: Sendable>(
        _ what: String, timeout: Double = 60,
        until body: @escaping @Sendable (inout ServerCore.State) -> Result?
    ) async throws -> Result {
        let core = core
        guard let result = await onThread({ core.state.wait(timeout: timeout, until: body) }) else {
            let state = core.state.withState { $0 }
            throw SupportError.late(
                "\(what); so far \(state.requests.count) requests on \(state.connections.count)"
                    + " connections")
        }
        return result
    }
}
