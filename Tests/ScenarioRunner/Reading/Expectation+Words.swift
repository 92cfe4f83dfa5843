extension Expectation {
    /// Adds what a line says.
    mutating func add(_ word: Word, at index: Int) throws(Mistake) {
        switch word {
        case .command(let text): try set(&command, text, index)
        case .exit(let status): try set(&exit, status, index)
        case .stdout(let text): try set(&stdout, text, index)
        case .stderr(let text): try set(&stderr, text, index)
        case .file(let file): files.append(Located(value: file, index: index))
        case .inAnyOrder: isInAnyOrder = true
        case .nothing:
            guard requests == nil else { throw Mistake("requests are expected above") }
            requests = []
            nothing = Located(value: (), index: index)
        case .request(let server, let method, let target):
            guard requests?.isEmpty != true else { throw Mistake("nothing is expected above") }
            let request = ExpectedRequest(
                server: server, method: method, target: target, index: index)
            requests = (requests ?? []) + [request]
        case .early, .answer, .answerHeader: try addAnswer(word)
        default:
            guard var request = requests?.popLast() else { throw Mistake("no request is above") }
            try request.add(word, at: index)
            requests?.append(request)
        }
    }

    /// The answer belongs to the request above, or where there is none to whatever comes.
    private mutating func addAnswer(_ word: Word) throws(Mistake) {
        guard var request = requests?.popLast() else { return try looseAnswers.add(word) }
        var answers = request.answer.map { [$0] } ?? []
        try answers.add(word)
        guard answers.count == 1 else { throw Mistake("the request above has an answer") }
        request.answer = answers[0]
        requests?.append(request)
    }
}

extension ExpectedRequest {
    fileprivate mutating func add(_ word: Word, at index: Int) throws(Mistake) {
        switch word {
        case .header(let name, let value):
            headers.append(Located(value: (name, value), index: index))
        case .absentHeader(let name): absentHeaders.append(Located(value: name, index: index))
        case .part(let part):
            guard body == nil else { throw Mistake("a body is expected above") }
            parts.append(Located(value: part, index: index))
        case .body(let bytes):
            guard parts.isEmpty else { throw Mistake("parts are expected above") }
            try set(&body, bytes, index)
        case .unfinished: try set(&unfinished, (), index)
        default: throw Mistake("this line belongs below no request")
        }
    }
}

extension [ScriptedAnswer] {
    fileprivate mutating func add(_ word: Word) throws(Mistake) {
        switch word {
        case .early(let count): append(ScriptedAnswer(early: count))
        case .answer(let action):
            var answer = ScriptedAnswer()
            if let last, last.action == nil { answer = removeLast() }
            answer.action = action
            append(answer)
        case .answerHeader(let name, let value):
            guard var answer = popLast(),
                case .respond(let status, let reason, let headers, let body)? = answer.action
            else { throw Mistake("no status is above") }
            answer.action = .respond(
                status: status, reason: reason, headers: headers + [(name, value)], body: body)
            append(answer)
        default: throw Mistake("this line is no answer")
        }
    }
}

/// Notes what a line says, once.
private func set<Value>(
    _ value: inout Located<Value>?, _ new: Value, _ index: Int
) throws(Mistake) {
    if value != nil { throw Mistake("this is said above") }
    value = Located(value: new, index: index)
}
