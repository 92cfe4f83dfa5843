extension Word {
    /// Reads what follows `>`.
    init(request line: String, server: String?, _ statement: Statement) throws(Mistake) {
        if line == "body:" || line.hasPrefix("body: ") {
            let text = String(line.dropFirst("body:".count))
            self = .body(.text(try statement.text(text, hasGaps: true)))
            return
        }
        try statement.requireOneLine()
        if line == "nothing" {
            self = .nothing
        } else if line == "unfinished" {
            self = .unfinished
        } else if let name = line.after("no ") {
            self = .absentHeader(name)
        } else if let part = line.after("part ") {
            self = .part(try ExpectedPart(part))
        } else if let name = line.after("body @") {
            self = .body(.file(try Text(name, hasGaps: false)))
        } else if let (name, value) = Word.field(line) {
            self = .header(name: name, value: try Text(value, hasGaps: true))
        } else if let (method, target) = line.cut(at: " "), !method.isEmpty, !target.isEmpty {
            self = .request(server: server, method: method, target: try Text(target, hasGaps: true))
        } else {
            throw Mistake("no line of a request")
        }
    }

    /// Reads what follows `<`.
    init(answer line: String, _ statement: Statement) throws(Mistake) {
        if let (status, reason, body) = Word.status(line) {
            let body = try statement.text(body, hasGaps: false)
            self = .answer(.respond(status: status, reason: reason, headers: [], body: body))
            return
        }
        if line == "raw:" || line.hasPrefix("raw: ") {
            let text = String(line.dropFirst("raw:".count))
            self = .answer(.raw(try statement.text(text, hasGaps: false)))
            return
        }
        try statement.requireOneLine()
        let actions: [String: ScriptedAnswer.Action] = [
            "close": .close, "reset": .reset, "silence": .silence,
        ]
        if let action = actions[line] {
            self = .answer(action)
        } else if let count = line.after("early ").flatMap({ Int64($0) }) {
            self = .early(count)
        } else if let (name, value) = Word.field(line) {
            self = .answerHeader(name: name, value: try Text(value, hasGaps: false))
        } else {
            throw Mistake("no line of an answer")
        }
    }

    /// `Name: value` or `Name:`.
    private static func field(_ line: String) -> (name: String, value: String)? {
        guard let (name, value) = line.cut(at: ":"), !name.isEmpty,
            !name.contains(" "), value.isEmpty || value.hasPrefix(" ")
        else { return nil }
        return (name, String(value.dropFirst()))
    }

    /// `503`, `503 Reason`, `503: body`; the body with its colon cut off, not its blank.
    private static func status(_ line: String) -> (Int, reason: String, body: String)? {
        let (start, body) = line.cut(at: ":") ?? (line, "")
        let (number, reason) = start.cut(at: " ") ?? (start, "")
        guard number.count == 3, let status = Int(number) else { return nil }
        return (status, reason, body)
    }
}

extension ExpectedPart {
    /// `NAME=TEXT`, `NAME=@FILE`, and attributes after either.
    fileprivate init(_ line: String) throws(Mistake) {
        let words = ["type", "filename", "encoder", "headers"]
        guard let (name, rest) = line.cut(at: "=") else {
            throw Mistake("a part is NAME=TEXT or NAME=@FILE")
        }
        let texts = rest.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        var pieces = [(word: "", text: texts[0])]
        for text in texts.dropFirst() {
            if let word = words.first(where: { text.hasPrefix($0 + "=") }) {
                pieces.append((word, String(text.dropFirst(word.count + 1))))
            } else {
                pieces[pieces.count - 1].text += ";" + text
            }
        }
        let content = pieces[0].text
        self.name = try Text(name, hasGaps: true)
        self.content =
            content.hasPrefix("@")
            ? .file(try Text(String(content.dropFirst()), hasGaps: false))
            : .text(try Text(content, hasGaps: true))
        for (word, text) in pieces.dropFirst() {
            switch word {
            case "type": type = try Text(text, hasGaps: true)
            case "filename": filename = try Text(text, hasGaps: true)
            case "encoder":
                headers.append(try Text("Content-Transfer-Encoding: " + text, hasGaps: true))
            default: headers.append(try Text(text, hasGaps: true))
            }
        }
    }
}
