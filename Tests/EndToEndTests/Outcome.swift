import Foundation
import TestSupport
import Testing

/// The exit status and the output of a command, as one value to compare.
struct Outcome: Equatable {
    var exit: Int32?
    var stdout: String
    var stderr: String
    /// The files left in HOME and TMPDIR; always none.
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

    /// Expects that the command ended and printed so, and left nothing behind.
    func expect(
        _ exit: Int32?, stdout: String = "", stderr: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            outcome == Outcome(exit, stdout: stdout, stderr: stderr),
            sourceLocation: sourceLocation)
    }
}

extension Command {
    /// The command, run as nobody if the tests run as root, who may read and write everything.
    func withoutPrivileges() -> Command {
        guard geteuid() == 0 else { return self }
        var command = self
        command.path = "/usr/bin/env"
        command.arguments =
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", path] + arguments
        return command
    }
}
