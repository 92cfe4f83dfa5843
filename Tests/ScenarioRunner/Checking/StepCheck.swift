import TestSupport

/// What a command did.
struct StepOutcome: Sendable {
    var result: CommandResult
    /// In the order in which they came.
    var requests: [ServedRequest]
    var connections: Int
    /// What has become of files below `files/`, `home/` and `tmp/`.
    var changes: [(path: String, what: String)]
}

/// Compares what a command did with what is expected of it.
struct StepCheck {
    let step: Step
    let expectation: Expectation
    let names: Names
    /// Whether unexpected text on stderr is wrong.
    let isStderrStrict: Bool
    private(set) var marks: [Mark] = []

    init(_ step: Step, as program: Program, names: Names) {
        self.step = step
        self.names = names
        let isCurl = program == .curl
        expectation = isCurl ? step.formpost.forCurl(step.curl) : step.formpost
        isStderrStrict = !isCurl
    }

    mutating func check(_ outcome: StepOutcome) {
        check(outcome.result)
        checkRequests(outcome)
        for file in expectation.files { check(file) }
        if !step.isOther { check(outcome.changes) }
    }

    /// The place of a line, or of one that is not written.
    private func place<Value>(_ located: Located<Value>?, _ line: String) -> Mark.Place {
        located.map { .statement($0.index) } ?? .unwritten(line, after: step.end)
    }

    private mutating func check(_ result: CommandResult) {
        let status = expectation.exit?.value ?? 0
        let exit = place(expectation.exit, "exit 0")
        if result.timedOut {
            marks.append(Mark(exit, "it was killed after \(Int(ScenarioRun.limit)) s"))
        } else if let signal = result.signal {
            marks.append(Mark(exit, "signal \(signal)"))
        } else if let came = result.exitStatus, came != status {
            marks.append(Mark(exit, "exit \(came)"))
        }
        check(result.stdout, expectation.stdout, "stdout:")
        if isStderrStrict || expectation.stderr != nil {
            check(result.stderr, expectation.stderr, "stderr:")
        }
    }

    private mutating func check(_ bytes: [UInt8], _ text: Located<Text>?, _ word: String) {
        if Pattern(text?.value ?? Text(), names).matches(bytes) { return }
        marks.append(Mark(place(text, word), Notation.lines(bytes)))
    }

    private mutating func check(_ file: Located<WrittenFile>) {
        let place = Mark.Place.statement(file.index)
        let name = file.value.name.string(names)
        do {
            let bytes = try fileBytes(names.path(of: name))
            if !Pattern(file.value.content, names).matches(bytes) {
                marks.append(Mark(place, Notation.lines(bytes)))
            }
        } catch {
            marks.append(Mark(place, "it cannot be read"))
        }
    }

    /// Nothing else may have been made, changed or removed.
    private mutating func check(_ changes: [(path: String, what: String)]) {
        let expected = expectation.files.map { $0.value.name.string(names) }
        let others = changes.filter { change in
            guard let path = change.path.after("files/") else { return true }
            // A directory is made for a file in it.
            return !expected.contains {
                $0 == path || $0.hasPrefix(path + "/") && change.what == "made"
            }
        }
        if others.isEmpty { return }
        let came = others.map { change in
            let path =
                change.path.after("files/") ?? change.path.after("home/").map { "$HOME/" + $0 }
            return "\(path ?? "$TMPDIR/" + change.path.dropFirst(4)): \(change.what)"
        }
        marks.append(Mark(.unwritten("(no other file)", after: step.end), came))
    }

    private mutating func checkRequests(_ outcome: StepOutcome) {
        guard let requests = expectation.requests else { return }
        var came = outcome.requests
        if requests.isEmpty, came.isEmpty, outcome.connections > 0 {
            marks.append(Mark(place(expectation.nothing, "> nothing"), "a connection"))
        }
        for request in requests {
            guard let index = index(of: request, in: came) else {
                marks.append(Mark(.statement(request.index), "no request"))
                continue
            }
            marks += request.marks(came.remove(at: index), names)
        }
        if !came.isEmpty {
            let place = place(expectation.nothing, "(no other request)")
            marks.append(Mark(place, came.map(\.line)))
        }
    }

    /// Which request is to be compared: the next one, or in any order the one that is most like it.
    private func index(of request: ExpectedRequest, in came: [ServedRequest]) -> Int? {
        guard expectation.isInAnyOrder else { return came.indices.first }
        return came.indices.min {
            request.marks(came[$0], names).count < request.marks(came[$1], names).count
        }
    }
}

extension ServedRequest {
    /// As in a scenario.
    var line: String { "\(server == "URL" ? "" : server)> \(request.method) \(request.target)" }
}

extension Names {
    /// The path of a file of the scenario.
    func path(of name: String) -> String { name.hasPrefix("/") ? name : "\(self["DIR"])/\(name)" }
}
