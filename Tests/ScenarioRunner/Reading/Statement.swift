/// A line at column 0, with the lines below that continue it.
struct Statement: Sendable {
    /// The number of the line in its file.
    var number: Int
    var head: String
    /// The lines below without their four blanks; blank lines between them are empty.
    var continuation: [String] = []
    /// Whether it is above the first title, and so begins every block of its file.
    var isShared = false

    /// The number of its last line.
    var end: Int { number + continuation.count }

    /// Takes `curl` off the beginning; returns whether it was there.
    mutating func takeCurl() -> Bool {
        guard let rest = head.after("curl"), let next = rest.first, " <>".contains(next) else {
            return false
        }
        head = next == " " ? String(rest.dropFirst()) : rest
        return true
    }

    /// The command of `$ command`, with the lines below.
    var command: String? {
        head.after("$ ").map { ([$0] + continuation.filter { !$0.isEmpty }).joined(separator: " ") }
    }

    /// The server and the rest of a line with `>` or `<`.
    func exchange(_ sign: String) -> (server: String?, line: String)? {
        guard let (server, line) = head.cut(at: sign), server.allSatisfy(\.isNameCharacter),
            line.isEmpty || line.hasPrefix(" ")
        else { return nil }
        return (server.isEmpty ? nil : server, String(line.dropFirst()))
    }

    /// Reads the text beside `word:` or below it; nil if the line begins otherwise. `line` is the head,
    /// or a part of it.
    func text(
        after word: String, in line: String? = nil, end: String = "", hasGaps: Bool = true
    ) throws(Mistake) -> Text? {
        guard let beside = (line ?? head).after(word + ":"), beside.isEmpty || beside.hasPrefix(" ")
        else { return nil }
        return try text(beside: beside.isEmpty ? "" : beside + end, hasGaps: hasGaps)
    }

    /// Reads the text beside a colon, with the blank before it, or the lines below.
    func text(beside: String, hasGaps: Bool) throws(Mistake) -> Text {
        guard beside.isEmpty else {
            try requireOneLine()
            return try Text(String(beside.dropFirst()), hasGaps: hasGaps)
        }
        return try Text(continuation.map { $0 + "\n" }.joined(), hasGaps: hasGaps)
    }

    /// Reads `file NAME: text` or `file "A NAME": text`; nil if the line begins otherwise.
    func file(hasGaps: Bool) throws(Mistake) -> WrittenFile? {
        guard let rest = head.after("file ") else { return nil }
        let isQuoted = rest.hasPrefix("\"")
        guard let (name, text) = isQuoted ? rest.dropFirst().cut(at: "\":") : rest.cut(at: ":")
        else { throw Mistake("a file has a name and a colon") }
        return WrittenFile(
            source: name, name: try Text(name, hasGaps: false),
            content: try self.text(beside: text, hasGaps: hasGaps))
    }

    func requireOneLine() throws(Mistake) {
        if !continuation.isEmpty { throw Mistake("the lines below continue nothing") }
    }
}
