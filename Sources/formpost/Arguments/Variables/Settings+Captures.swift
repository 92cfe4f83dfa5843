import FormEncoding

/// Whether the operations of a command line can use what `--capture` takes.
extension Settings {
    /// Throws for a capture that nothing can use.
    static func checkCaptures(_ operations: [Settings]) throws(UsageError) {
        for (index, operation) in operations.enumerated() {
            guard let first = operation.captures.first else { continue }
            if index < operations.count - 1, operation.many.isParallel {
                throw .captureInParallel(
                    option: first.option, operation.name(of: "parallel"))
            }
            let hasFiles = !operation.eachFields.isEmpty || !operation.data.files.isEmpty
            if index < operations.count - 1, operation.output.journal != nil, hasFiles {
                throw .captureWithJournal(
                    option: first.option, operation.name(of: "journal"))
            }
            var names: Set<String> = []
            for capture in operation.captures where !names.insert(capture.name).inserted {
                throw .captureTwice(option: capture.option, name: capture.name)
            }
        }
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
