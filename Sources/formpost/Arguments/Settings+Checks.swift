import FormEncoding

/// Checks that need all options of an operation.
extension Settings {
    /// `words` is what is neither an option nor its value.
    func checkWhole(_ words: [URLWord], _ run: RunSettings) throws(UsageError) {
        // A stray word must not take the place of a configured URL.
        let given = givenURLs + configuredURLs
        if let stray = StrayArgument.error(given, form.fields) { throw stray }
        if let (first, second) = bodyOptions { throw .severalBodies(first, second) }
        try checkWaiting()
        let names = form.fields.compactMap(\.each?.name)
        if let first = names.first, let other = names.first(where: { $0 != first }) {
            throw .severalEach(first, other)
        }
        guard !urls.isEmpty || waitsForURL else {
            if let option = swallowed.last { throw .swallowedOption(option) }
            if let option = lastValuedOption { throw .cutLine(option: option) }
            throw .noURL
        }
        if urls.count > 1 {
            let typed = Dictionary(words.map { ($0.text, $0) }) { first, _ in first }
            let words = urls.map { typed[$0] ?? URLWord(text: $0, isValue: true) }
            if let (first, second) = URLWord.stray(among: words, run.secrets.names) {
                if let option = swallowed.last { throw .swallowedOption(option) }
                if data.file == nil,
                    let error = URLWord.withoutOption(among: words, run.secrets.names)
                {
                    throw error
                }
                throw .strayWord(first, second, isUpload: data.file != nil)
            }
        }
        let count = urls.count + waitingURLs
        if data.files.count > count { throw .surplusUpload(data.files[count]) }
        if output.files.count > count {
            throw .surplusOutput(option: name(of: "output"), file: output.files[count])
        }
    }

    /// Throws for a capture that nothing can use.
    static func checkCaptures(_ operations: [Settings], _ run: RunSettings) throws(UsageError) {
        for (index, operation) in operations.enumerated() {
            guard let first = operation.captures.first else { continue }
            if index < operations.count - 1, run.parallel.isOn {
                throw .captureInParallel(
                    option: first.option, run.name(of: "parallel"))
            }
            let hasFiles = !operation.eachFields.isEmpty || !operation.data.files.isEmpty
            if index < operations.count - 1, run.journal.path != nil, hasFiles {
                throw .captureWithJournal(
                    option: first.option, run.name(of: "journal"))
            }
            var names: Set<String> = []
            for capture in operation.captures where !names.insert(capture.name).inserted {
                throw .captureTwice(option: capture.option, name: capture.name)
            }
        }
    }

    /// Throws for a `--secret-variable` of the command line whose variable no option sets. One of a
    /// configuration file may be for other calls.
    static func checkSecretVariables(_ operations: [Settings]) throws(UsageError) {
        let names = operations.flatMap { $0.variables.names + $0.captures.map(\.name) }
        for use in operations.flatMap(\.uses)
        where use.place == nil && OptionTable.row(of: use.option)?.long == "secret-variable" {
            let name = use.value.description
            guard !names.contains(name) else { continue }
            throw .variable(
                option: use.option,
                .unknown(name, suggestion: Suggestion.nearest(to: name, among: names.sorted())))
        }
    }
}

/// Signs of a line that the shell has cut at an unquoted `;` or `&`.
extension Settings {
    /// Whether the command line ends with a URL that has a query.
    var endsWithQuery: Bool {
        guard let last = uses.last(where: { $0.place == nil }), last.isWord else { return false }
        return last.value.bytes.contains(UInt8(ascii: "?"))
    }

    /// The option at the end of the command line, as typed, if it has fields or data as its value.
    private var lastValuedOption: String? {
        guard let last = uses.last(where: { $0.place == nil }), last.argument != nil,
            let row = OptionTable.row(of: last.option), [.field, .data].contains(row.secrecy)
        else { return nil }
        return last.option
    }
}

extension ArgumentParser {
    /// An error about a variable that is not set, as one about a `--capture` in the wrong place.
    func explained(_ error: UsageError) -> UsageError {
        switch error {
        case .inConfig(let place, let error): .inConfig(place, explained(error))
        case .variable(let option, .unknown(let name, _)) where captures(name):
            .variable(option: option, .capturedLater(name))
        default: error
        }
    }

    /// Whether a `--capture` that has been read, or that is still to come, sets this variable.
    private func captures(_ name: String) -> Bool {
        let start = Array("\(name)=".utf8)
        let attached = Array("--capture=".utf8) + start
        let read = finished.flatMap(\.settings.captures) + settings.captures
        return read.contains { $0.name == name }
            || zip(commandLine, commandLine.dropFirst()).contains {
                $0 == "--capture" && $1.bytes.starts(with: start)
            } || commandLine.contains { $0.bytes.starts(with: attached) }
    }
}
