/// Serves one connection: reads its requests, and does what the script says.
///
/// Lives on the connection's own thread.
final class ConnectionHandler {
    private let core: ServerCore
    private let socket: SocketChannel
    private let input: InputBuffer
    private var connection: ConnectionRecord

    init(descriptor: Int32, number: Int, core: ServerCore) {
        self.core = core
        socket = SocketChannel(descriptor: descriptor)
        input = InputBuffer(socket)
        connection = ConnectionRecord(number: number)
    }

    /// Serves until the connection has ended; the caller closes the descriptor.
    func serve() {
        do {
            var greeting = Exchange(number: 0, connection: connection.number)
            for step in core.onConnect(connection.number) {
                try perform(step, for: &greeting)
            }
            if let context = core.tls {
                guard let channel = TLSChannel(context, descriptor: socket.descriptor) else {
                    throw ChannelEnd.byClient
                }
                input.channel = channel
            }
            while try serveRequest() {}
            input.channel.sayGoodbye()
        } catch {}
    }

    /// Publishes that the connection has ended; its descriptor is closed.
    func end() {
        connection.hasEnded = true
        core.publish(connection)
    }

    /// Returns whether the connection can be used again.
    private func serveRequest() throws -> Bool {
        var head: [UInt8] = []
        try input.take(through: Array("\r\n\r\n".utf8), into: &head, limit: 1 << 24)
        connection.requests += 1
        core.publish(connection)
        var exchange = Exchange(
            RecordedRequest(
                head: head, number: core.nextRequestNumber(), connection: connection.number),
            policy: core.bodies)
        core.publish(exchange.request)
        do {
            if let problem = exchange.request.problem {
                for step in ConnectionHandler.refusal(problem) { try perform(step, for: &exchange) }
            }
            let answer = core.script.answer(to: exchange.request)
            exchange.sendsContinue = answer.sendsContinue
            exchange.atEnd = answer.atEnd
            for step in answer.steps { try perform(step, for: &exchange) }
            exchange.sendsContinue = false
            try perform(.readBody, for: &exchange)
            finish(&exchange)
        } catch let end as ChannelEnd {
            finish(&exchange, endedByClient: end == .byClient)
            throw end
        }
        return exchange.request.keepsAlive
    }

    private func finish(_ exchange: inout Exchange, endedByClient: Bool = false) {
        let isDone = exchange.request.body.isComplete && exchange.request.isAnswered
        exchange.request.clientClosedEarly = endedByClient && !isDone
        exchange.request.isFinished = true
        core.publish(exchange.request)
        exchange.atEnd?(exchange.request)
    }

    private static func refusal(_ problem: String) -> [Step] {
        [.respond(400, headers: ["Connection": "close"], body: problem + "\n"), .halfClose, .drain]
    }

    private func perform(_ step: Step, for exchange: inout Exchange) throws {
        switch step {
        case .readBody: try read(nil, for: &exchange)
        case .readBytes(let count): try read(count, for: &exchange)
        case .readSlowly(let size, let pause):
            while !exchange.reader.isDone {
                try wait(for: nil, timeout: pause)
                try read(size, for: &exchange)
            }
        case .send(let bytes):
            exchange.request.isAnswered = true
            try send(bytes.rawBytes, for: exchange)
        case .respond(let response):
            if response.status >= 200 {
                exchange.sendsContinue = false
                exchange.request.isAnswered = true
            }
            try send(response.bytes(answering: exchange.request.method), for: exchange)
        case .dribble(let bytes, let size, let pause):
            exchange.request.isAnswered = true
            var rest = bytes.rawBytes[...]
            while !rest.isEmpty {
                try send(Array(rest.prefix(size)), for: exchange)
                rest = rest.dropFirst(size)
                if !rest.isEmpty { try wait(for: nil, timeout: pause) }
            }
        case .wait(let gate): try wait(for: gate, timeout: nil)
        case .open(let gate):
            core.publish(exchange.request)
            gate.open()
        case .awaitReceipt:
            while socket.hasUnacknowledged { try wait(for: nil, timeout: 0.001) }
        case .pause(let seconds): try wait(for: nil, timeout: seconds)
        case .choose(let steps):
            for step in steps(exchange.request) { try perform(step, for: &exchange) }
        case .halfClose: input.channel.endWriting()
        case .drain: try drain(&exchange)
        case .close:
            input.channel.sayGoodbye()
            throw ChannelEnd.byServer
        case .tear: throw ChannelEnd.byServer
        case .reset:
            Sockets.resetOnClose(socket.descriptor)
            throw ChannelEnd.byServer
        }
    }

    private func read(_ count: Int64?, for exchange: inout Exchange) throws {
        if exchange.reader.isDone { return }
        if exchange.sendsContinue && exchange.request.expectsContinue {
            try send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), for: exchange)
        }
        exchange.sendsContinue = false
        do {
            try exchange.reader.read(count, from: input, into: &exchange.request.body)
        } catch let malformed as MalformedBody {
            exchange.request.problem = malformed.what
            core.publish(exchange.request)
            for step in ConnectionHandler.refusal(malformed.what) {
                try perform(step, for: &exchange)
            }
        }
    }

    private func send(_ bytes: [UInt8], for exchange: Exchange) throws {
        // Published before the response is sent: a test that has the response may read the record.
        core.publish(exchange.request)
        try input.channel.write(bytes)
    }

    private func wait(for gate: Gate?, timeout: Double?) throws {
        Gate.block(untilAnyOf: [core.stopping] + (gate.map { [$0] } ?? []), timeout: timeout)
        if core.stopping.isOpen { throw ChannelEnd.byServer }
    }

    /// Reads until the client ends the connection; the body still goes on record.
    private func drain(_ exchange: inout Exchange) throws {
        if exchange.request.problem == nil {
            exchange.sendsContinue = false
            try read(nil, for: &exchange)
        }
        while true { _ = try input.take(atMost: 1 << 20) }
    }
}

/// One request on its way through the script.
private struct Exchange {
    var request: RecordedRequest
    var reader: BodyReader
    /// `100 Continue` is still to be sent before the body is read.
    var sendsContinue = true
    var atEnd: (@Sendable (RecordedRequest) -> Void)?

    init(_ request: RecordedRequest, policy: BodyPolicy) {
        self.request = request
        reader = BodyReader(request.framing, policy: policy)
        self.request.body.isComplete = reader.isDone
    }

    /// A placeholder until there is a request.
    init(number: Int, connection: Int) {
        var request = RecordedRequest()
        request.number = number
        request.connection = connection
        self.init(request, policy: .count)
    }
}
