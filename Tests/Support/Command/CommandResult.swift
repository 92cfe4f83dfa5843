/// How a command ended.
package struct CommandResult: Sendable {
    /// Nil when a signal ended it.
    package var exitStatus: Int32?
    /// The signal that ended it.
    package var signal: Int32?
    /// It was killed because it took longer than its `timeout`.
    package var timedOut = false
    package var stdout: [UInt8] = []
    package var stderr: [UInt8] = []
    /// Seconds from its start to its end.
    package var wallTime = 0.0
    /// Seconds of processor time, user and system.
    package var cpuTime = 0.0
    /// The peak of its resident set in bytes (see `ProcessWatch`). If ptrace(2) is not permitted,
    /// or the command was killed or ended at once, the value is at least the size of the test
    /// process.
    package var peakMemory: Int64 = 0
    /// The files that it left in HOME and TMPDIR: paths that begin with `home/` or `tmp/`.
    package var leftovers: [String] = []

    package var stdoutText: String { String(decoding: stdout, as: UTF8.self) }
    package var stderrText: String { String(decoding: stderr, as: UTF8.self) }
}

extension CommandResult: CustomStringConvertible {
    package var description: String {
        let end =
            exitStatus.map { "exit status \($0)" } ?? signal.map { "signal \($0)" } ?? "no end"
        return """
            \(end)\(timedOut ? ", timed out" : "") after \(wallTime) s, \(peakMemory) bytes
            stdout (\(stdout.count)): \(String(decoding: stdout.prefix(2000), as: UTF8.self))
            stderr (\(stderr.count)): \(String(decoding: stderr.prefix(4000), as: UTF8.self))
            """
    }
}
