/// A value of a statement, by its index in the block.
struct Located<Value: Sendable>: Sendable {
    var value: Value
    var index: Int
}

/// The lines below a command: what it does, and what it is answered.
struct Expectation: Sendable {
    /// Another command, of `curl $`.
    var command: Located<String>?
    var exit: Located<Int32>?
    var stdout: Located<Text>?
    var stderr: Located<Text>?
    var files: [Located<WrittenFile>] = []
    /// Empty: no connection. Nil: nothing is said of requests.
    var requests: [ExpectedRequest]?
    /// `> nothing`
    var nothing: Located<Void>?
    var isInAnyOrder = false
    /// The answers that are below no request; the last one repeats.
    var looseAnswers: [ScriptedAnswer] = []

    /// The answers in their order; nil: 200.
    var answers: [ScriptedAnswer?] {
        if let requests, !requests.isEmpty { return requests.map(\.answer) }
        return looseAnswers
    }

    /// Adds what need not be written: the last `formpost: (N)` of stderr has the exit status, and a command
    /// line or a file that cannot be used sends nothing.
    mutating func complete() {
        if exit == nil, let stderr, let status = stderr.value.status {
            exit = Located(value: status, index: stderr.index)
        }
        if requests == nil, looseAnswers.isEmpty, let exit, [2, 3, 26, 43].contains(exit.value) {
            requests = []
            nothing = Located(value: (), index: exit.index)
        }
    }

    /// Returns what holds for curl: these lines, or the lines with `curl` in their place, and any stderr. Where
    /// `curl>` is written, it succeeds.
    func forCurl(_ curl: Expectation) -> Expectation {
        var all = self
        all.command = curl.command ?? command
        all.exit = curl.exit ?? (curl.requests == nil ? exit : nil)
        all.stdout = curl.stdout ?? stdout
        all.stderr = curl.stderr
        let names = Set(curl.files.map(\.value.source))
        all.files = files.filter { !names.contains($0.value.source) } + curl.files
        let answers = curl.answers.contains { $0 != nil } ? curl.answers : answers
        all.requests = curl.requests ?? requests
        all.nothing = curl.requests == nil ? nothing : curl.nothing
        all.isInAnyOrder = curl.requests == nil ? isInAnyOrder : curl.isInAnyOrder
        if let requests = all.requests, !requests.isEmpty {
            for index in requests.indices {
                all.requests?[index].answer = index < answers.count ? answers[index] : nil
            }
        } else {
            all.looseAnswers = answers.compactMap(\.self)
        }
        return all
    }
}

/// The name and the content of a file.
struct WrittenFile: Sendable {
    /// The name as it is written.
    var source: String
    var name: Text
    var content: Text
}

/// Bytes that a request must have.
enum ExpectedBytes: Sendable {
    case text(Text)
    /// The content of this file.
    case file(Text)
}

/// A request that must come.
struct ExpectedRequest: Sendable {
    /// The name of the server's URL; nil where the block has one server.
    var server: String?
    var method: String
    var target: Text
    var index: Int
    var headers: [Located<(name: String, value: Text)>] = []
    var absentHeaders: [Located<String>] = []
    var parts: [Located<ExpectedPart>] = []
    var body: Located<ExpectedBytes>?
    var unfinished: Located<Void>?
    var answer: ScriptedAnswer?
}

/// A part of a form, as -F has it.
struct ExpectedPart: Sendable {
    var name: Text
    var content: ExpectedBytes
    var filename: Text?
    var type: Text?
    /// Other headers, in their order.
    var headers: [Text] = []
}

/// What a server does with a request.
struct ScriptedAnswer: Sendable {
    enum Action: Sendable {
        case respond(
            status: Int, reason: String, headers: [(name: String, value: Text)], body: Text)
        case raw(Text)
        case unended(Text)
        /// As `raw`, but TLS is not closed.
        case torn(Text)
        case close
        case reset
        case silence
    }

    /// The server answers after so many bytes of the body.
    var early: Int64?
    var action: Action?
    /// Bytes that the server sends after the answer, when the next request has come to another one.
    var surplus: Text?
}
