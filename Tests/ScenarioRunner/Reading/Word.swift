/// What a statement says.
enum Word {
    case file(WrittenFile)
    case command(String)
    case nothing
    case request(server: String?, method: String, target: Text)
    case header(name: String, value: Text)
    case absentHeader(String)
    case part(ExpectedPart)
    case body(ExpectedBytes)
    case unfinished
    case early(Int64)
    case answer(ScriptedAnswer.Action)
    case answerHeader(name: String, value: Text)
    case exit(Int32)
    case stdout(Text)
    case stderr(Text)
    case inAnyOrder
    case sameAsCurl
    case row(table: String, cell: String)

    /// Reads a statement, `curl` before it left out. In a fixture `…` is no gap.
    init(_ statement: Statement, isFixture: Bool) throws(Mistake) {
        let head = statement.head
        if let command = head.after("$ ") {
            let rest = statement.continuation.filter { !$0.isEmpty }
            self = .command(([command] + rest).joined(separator: " "))
            return
        }
        if let (server, line) = Word.exchange(head, ">") {
            self = try .init(request: line, server: server, statement)
        } else if let (_, line) = Word.exchange(head, "<") {
            self = try .init(answer: line, statement)
        } else if head == "stdout:" || head.hasPrefix("stdout: ") {
            self = .stdout(try statement.text(after: "stdout"))
        } else if head == "stderr:" || head.hasPrefix("stderr: ") {
            // As it is written beside the colon, it has a line end.
            let isLine = statement.continuation.isEmpty && head.count > "stderr: ".count
            self = .stderr(try statement.text(after: "stderr", end: isLine ? "\\n" : ""))
        } else if let rest = head.after("file ") {
            self = .file(try Word.file(rest, statement, hasGaps: !isFixture))
        } else {
            self = try .init(single: statement)
        }
    }

    /// Reads a statement of one line.
    private init(single statement: Statement) throws(Mistake) {
        try statement.requireOneLine()
        let head = statement.head
        if head == "in any order" {
            self = .inAnyOrder
        } else if head == "same as curl" {
            self = .sameAsCurl
        } else if let status = head.after("exit ").flatMap({ Int32($0) }) {
            self = .exit(status)
        } else if let (table, cell) = head.after("row: ")?.cut(at: ": ") {
            self = .row(table: table, cell: cell)
        } else {
            throw Mistake("unknown line: it begins with none of the words of the format")
        }
    }

    /// The server and the rest of a line with `>` or `<`.
    private static func exchange(_ head: String, _ sign: String) -> (server: String?, line: String)?
    {
        guard let (server, line) = head.cut(at: sign), server.allSatisfy(\.isNameCharacter),
            line.isEmpty || line.hasPrefix(" ")
        else { return nil }
        return (server.isEmpty ? nil : server, String(line.dropFirst()))
    }

    /// `NAME: text` or `"A NAME": text`.
    private static func file(
        _ rest: String, _ statement: Statement, hasGaps: Bool
    ) throws(Mistake) -> WrittenFile {
        guard
            let (name, text) = rest.hasPrefix("\"")
                ? rest.dropFirst().cut(at: "\":") : rest.cut(at: ":")
        else { throw Mistake("a file has a name and a colon") }
        return WrittenFile(
            source: name, name: try Text(name, hasGaps: false),
            content: try statement.text(text, hasGaps: hasGaps))
    }
}

extension Statement {
    /// The text after a word and its colon, or in the lines below.
    func text(after word: String, end: String = "", hasGaps: Bool = true) throws(Mistake) -> Text {
        try text(String(head.dropFirst(word.count + 1)) + end, hasGaps: hasGaps)
    }

    /// The text beside a colon or in the lines below.
    func text(_ beside: String, hasGaps: Bool) throws(Mistake) -> Text {
        guard !beside.isEmpty else {
            return try Text(continuation.map { $0 + "\n" }.joined(), hasGaps: hasGaps)
        }
        try requireOneLine()
        guard beside.hasPrefix(" ") else { throw Mistake("a blank is missing after the colon") }
        return try Text(String(beside.dropFirst()), hasGaps: hasGaps)
    }

    func requireOneLine() throws(Mistake) {
        if !continuation.isEmpty { throw Mistake("the lines below continue nothing") }
    }
}
