extension Expectation {
    /// Reads a line below a command.
    mutating func read(_ statement: Statement, at index: Int) throws(Mistake) {
        let head = statement.head
        if let (server, line) = statement.exchange(">") {
            try readRequest(line, server, statement, index)
        } else if let (server, line) = statement.exchange("<") {
            try readAnswer(line, server, statement)
        } else if let text = try statement.text(after: "stdout") {
            try set(&stdout, text, index)
        } else if let text = try statement.text(
            after: "stderr", end: head == "stderr: " ? "" : "\\n")
        {
            try set(&stderr, text, index)
        } else if let file = try statement.file(hasGaps: true) {
            files.append(Located(value: file, index: index))
        } else if let text = statement.command {
            try set(&command, text, index)
        } else {
            try statement.requireOneLine()
            if let status = head.after("exit ").flatMap({ Int32($0) }) {
                try set(&exit, status, index)
            } else if head == "in any order" {
                isInAnyOrder = true
            } else {
                throw Mistake("unknown line: it begins with none of the words of the format")
            }
        }
    }

    private mutating func readRequest(
        _ line: String, _ server: String?, _ statement: Statement, _ index: Int
    ) throws(Mistake) {
        if line == "nothing" {
            guard requests == nil else { throw Mistake("requests are expected above") }
            requests = []
            nothing = Located(value: (), index: index)
        } else if ExpectedRequest.isDetail(line) {
            if requests?.isEmpty != false { try addRequest(server, "POST", "/", index) }
            guard var request = requests?.popLast() else { return }
            try request.checkServer(server)
            try request.read(line, statement, index)
            requests?.append(request)
        } else if let (method, target) = line.cut(at: " "), !method.isEmpty, !target.isEmpty {
            try statement.requireOneLine()
            try addRequest(server, method, target, index)
        } else {
            throw Mistake("no line of a request")
        }
    }

    private mutating func addRequest(
        _ server: String?, _ method: String, _ target: String, _ index: Int
    ) throws(Mistake) {
        guard nothing == nil else { throw Mistake("nothing is expected above") }
        let target = try Text(target, hasGaps: true)
        requests =
            (requests ?? [])
            + [ExpectedRequest(server: server, method: method, target: target, index: index)]
    }

    /// Reads a line of the answer to the request above, or where there is none to whatever comes.
    private mutating func readAnswer(
        _ line: String, _ server: String?, _ statement: Statement
    ) throws(Mistake) {
        guard var request = requests?.popLast() else {
            guard server == nil else { throw Mistake("no request of \(server ?? "") is above") }
            return try looseAnswers.read(line, statement)
        }
        try request.checkServer(server)
        var answers = request.answer.map { [$0] } ?? []
        try answers.read(line, statement)
        guard answers.count == 1 else { throw Mistake("the request above has an answer") }
        request.answer = answers[0]
        requests?.append(request)
    }
}

/// Notes what a line says, once.
func set<Value>(_ value: inout Located<Value>?, _ new: Value, _ index: Int) throws(Mistake) {
    if value != nil { throw Mistake("this is said above") }
    value = Located(value: new, index: index)
}

/// The name and the value of `Name: value` or `Name:`.
func field(_ line: String) -> (name: String, value: String)? {
    guard let (name, value) = line.cut(at: ":"), !name.isEmpty, !name.contains(" "),
        value.isEmpty || value.hasPrefix(" ")
    else { return nil }
    return (name, String(value.dropFirst()))
}
