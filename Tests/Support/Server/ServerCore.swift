import Foundation

/// The part of a server that its threads share.
final class ServerCore: Sendable {
    struct State: Sendable {
        var requests: [RecordedRequest] = []
        var connections: [ConnectionRecord] = []
        /// Descriptors of connections that are being served.
        var descriptors: Set<Int32> = []
        var isAccepting = true
        /// How often the listener had no more connections when it was asked.
        var emptied = 0
    }

    let script: Script
    let bodies: BodyPolicy
    /// Nil: plain.
    let tls: TLSContext?
    let onConnect: @Sendable (Int) -> [Step]
    let state = Monitor(State())
    /// Open when the server is to end.
    let stopping = Gate()
    private let requestNumbers = Monitor(0)

    init(
        _ script: Script, _ bodies: BodyPolicy, _ tls: TLSContext?,
        onConnect: @escaping @Sendable (Int) -> [Step]
    ) {
        (self.script, self.bodies, self.tls) = (script, bodies, tls)
        self.onConnect = onConnect
    }

    func nextRequestNumber() -> Int {
        requestNumbers.withState {
            $0 += 1
            return $0
        }
    }

    /// Publishes a request or its changes to the test.
    func publish(_ request: RecordedRequest) {
        guard request.number > 0 else { return }
        state.withState { state in
            if let index = state.requests.lastIndex(where: { $0.number == request.number }) {
                state.requests[index] = request
            } else {
                state.requests.append(request)
                state.requests.sort { $0.number < $1.number }
            }
        }
    }

    /// Publishes a connection or its changes to the test.
    func publish(_ connection: ConnectionRecord) {
        state.withState { $0.connections[connection.number - 1] = connection }
    }

    /// Accepts until `wake` is closed, each connection on a thread of its own. A byte from `wake` asks
    /// whether the listener has no more connections.
    func accept(on listener: Listener, wake: Int32) {
        while true {
            switch waitForEvent(on: listener.descriptor, wake: wake) {
            case .connection: break
            case .question:
                state.withState { $0.emptied += 1 }
                continue
            case .end: return endAccepting(on: listener, wake: wake)
            }
            guard let descriptor = Sockets.accept(on: listener.descriptor) else {
                return endAccepting(on: listener, wake: wake)
            }
            let number = state.withState { state in
                state.descriptors.insert(descriptor)
                state.connections.append(ConnectionRecord(number: state.connections.count + 1))
                return state.connections.count
            }
            startThread { [self] in
                let handler = ConnectionHandler(descriptor: descriptor, number: number, core: self)
                handler.serve()
                state.withState { state in
                    state.descriptors.remove(descriptor)
                    _ = close(descriptor)
                }
                handler.end()
            }
        }
    }

    private func endAccepting(on listener: Listener, wake: Int32) {
        close(listener.descriptor)
        close(wake)
        state.withState { $0.isAccepting = false }
    }

    /// Ends all connections; returns when no thread is left, or after ten seconds.
    func stop() {
        stopping.open()
        state.withState { state in
            for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        _ = state.wait(timeout: 10) { state in
            // A connection may have come in while the others were being ended.
            for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
            return state.descriptors.isEmpty && !state.isAccepting ? true : nil
        }
    }

    private enum Event { case connection, question, end }

    private func waitForEvent(on listener: Int32, wake: Int32) -> Event {
        var entries = [
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&entries, 2, -1)
            if count < 0 && errno == EINTR { continue }
            if count < 0 || stopping.isOpen { return .end }
            if entries[0].revents != 0 { return .connection }
            var byte: UInt8 = 0
            return read(wake, &byte, 1) == 1 ? .question : .end
        }
    }
}
