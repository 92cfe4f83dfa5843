import TestSupport

/// How a command ended and all that it said, in one value to compare with.
struct Outcome: Equatable {
    var exit: Int32?
    var stdout: String
    var stderr: String
    /// What it left in HOME and TMPDIR, which is nothing.
    var leftovers: [String] = []

    init(_ exit: Int32?, stdout: String = "", stderr: String = "") {
        self.exit = exit
        self.stdout = stdout
        self.stderr = stderr
    }
}

extension CommandResult {
    var outcome: Outcome {
        var outcome = Outcome(exitStatus, stdout: stdoutText, stderr: stderrText)
        outcome.leftovers = leftovers
        return outcome
    }
}
