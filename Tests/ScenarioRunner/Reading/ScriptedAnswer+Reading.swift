extension [ScriptedAnswer] {
    /// Reads what follows `<`.
    mutating func read(_ line: String, _ statement: Statement) throws(Mistake) {
        if let action = try ScriptedAnswer.Action(line, statement) {
            var answer = ScriptedAnswer()
            // `early` is above it.
            if let last, last.action == nil { answer = removeLast() }
            answer.action = action
            append(answer)
        } else if let count = line.after("early ").flatMap({ Int64($0) }) {
            append(ScriptedAnswer(early: count))
        } else if let text = try statement.text(after: "surplus", in: line, hasGaps: false) {
            guard var answer = popLast(), case .respond? = answer.action else {
                throw Mistake("no status is above")
            }
            answer.surplus = text
            append(answer)
        } else if let (name, value) = field(line) {
            guard var answer = popLast(),
                case .respond(let status, let reason, let headers, let body)? = answer.action
            else { throw Mistake("no status is above") }
            let header = (name: name, value: try Text(value, hasGaps: false))
            answer.action = .respond(
                status: status, reason: reason, headers: headers + [header], body: body)
            append(answer)
        } else {
            throw Mistake("no line of an answer")
        }
    }
}

extension ScriptedAnswer.Action {
    /// Nil for a line that is no action.
    fileprivate init?(_ line: String, _ statement: Statement) throws(Mistake) {
        if let text = try statement.text(after: "raw", in: line, hasGaps: false) {
            self = .raw(text)
            return
        }
        if let text = try statement.text(after: "unended", in: line, hasGaps: false) {
            self = .unended(text)
            return
        }
        if let text = try statement.text(after: "torn", in: line, hasGaps: false) {
            self = .torn(text)
            return
        }
        let (start, body) = line.cut(at: ":") ?? (line, "")
        let (number, reason) = start.cut(at: " ") ?? (start, "")
        if number.count == 3, let status = Int(number) {
            let body = try statement.text(beside: body, hasGaps: false)
            self = .respond(status: status, reason: reason, headers: [], body: body)
            return
        }
        try statement.requireOneLine()
        switch line {
        case "close": self = .close
        case "reset": self = .reset
        case "silence": self = .silence
        default: return nil
        }
    }
}
