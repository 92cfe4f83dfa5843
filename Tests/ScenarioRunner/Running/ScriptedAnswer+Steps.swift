import TestSupport

extension ScriptedAnswer {
    /// What the server does.
    func steps(_ names: Names) -> Answer {
        var answer: Answer = []
        switch early {
        // Before a `100 Continue`.
        case 0?: break
        case let count?: answer.steps.append(.readBytes(count))
        case nil: answer.steps.append(.readBody)
        }
        switch action {
        case .respond(let status, let reason, let headers, let body)?:
            var response = Response(status, reason, body: body.bytes(names))
            response.headers = headers.map { (name: $0.name, value: $0.value.bytes(names)) }
            answer.steps.append(.respond(response))
            if early != nil { answer.steps += [.halfClose, .drain] }
        case .raw(let text)?: answer.steps += [.send(text.bytes(names)), .close]
        case .unended(let text)?: answer.steps += [.send(text.bytes(names)), .drain]
        case .torn(let text)?: answer.steps += [.send(text.bytes(names)), .tear]
        case .close?: answer.steps.append(.close)
        case .reset?: answer.steps.append(.reset)
        case .silence?: answer.steps.append(.drain)
        case nil: answer.steps.append(.respond(200))
        }
        return answer
    }
}

extension Expectation {
    /// The answers of the servers while the command runs.
    func plan(_ names: Names) -> (answers: [Traffic.PlannedAnswer], repeatsLast: Bool) {
        guard let requests, !requests.isEmpty else {
            return (looseAnswers.map { .init(answer: $0.steps(names)) }, true)
        }
        var surplus: Surplus?
        let answers = requests.map { request in
            var answer = request.answer?.steps(names) ?? .respond()
            surplus?.precede(&answer)
            surplus = request.answer?.surplus.map { Surplus($0.bytes(names)) }
            surplus?.follow(&answer)
            var planned = Traffic.PlannedAnswer(answer: answer)
            if isInAnyOrder {
                planned.isFor = { server, came in request.isLine(of: came, at: server, names) }
            }
            return planned
        }
        return (answers, false)
    }
}

/// Bytes that a server sends after its answer. They are due when the client has read that: when its
/// next request has come, to another server. That one is answered when they have arrived.
private struct Surplus {
    let bytes: [UInt8]
    private let isDue = Gate()
    private let isThere = Gate()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func follow(_ answer: inout Answer) {
        answer.steps += [.wait(isDue), .send(bytes), .awaitReceipt, .open(isThere)]
    }

    func precede(_ answer: inout Answer) {
        answer.steps = [.open(isDue), .wait(isThere)] + answer.steps
    }
}
