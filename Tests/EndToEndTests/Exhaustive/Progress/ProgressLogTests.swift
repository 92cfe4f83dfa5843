import Foundation
import TestSupport
import Testing

/// `--progress plain`: for logs, terminal or not.
@Suite(.serialized)
struct ProgressLogTests {
    /// A line every few seconds, the same on a terminal and in a pipe.
    @Test func tellsLogs() async throws {
        async let onTerminal = logged(onTerminal: true)
        async let inAPipe = logged(onTerminal: false)
        // A job of continuous integration has no terminal, and needs no option.
        async let inCI = logged(onTerminal: false, options: [], isInCI: true)
        // Some jobs have a pseudo-terminal.
        async let onTerminalInCI = logged(onTerminal: true, options: [], isInCI: true)
        for (text, wallTime) in [
            try await onTerminal, try await inAPipe, try await inCI, try await onTerminalInCI,
        ] {
            let lines = text.split(separator: "\n").map(String.init).filter { $0 != "stored" }
            let facts =
                /formpost: ( {2}\d| \d\d) %  [ \d]\d\.\d of 64\.0 MiB  [ \d.]{6} [ KM][ i]B\/s  [ \d]\d:\d\d left/
            #expect(try facts.wholeMatch(in: lines[0]) != nil, "\(lines)")
            #expect(
                lines.dropFirst(1).first { $0.hasSuffix("response") }
                    == "formpost: 64.0 MiB sent, waiting for the response")
            #expect(lines.last?.hasPrefix("HTTP/1.1 200 OK · 64.0 MiB in ") == true)
            #expect(!text.contains("\r") && !text.contains("\u{1B}"))
            // No more than one every five seconds.
            #expect(Double(lines.count - 1) * 5 <= wallTime)
        }
    }

    private func logged(
        onTerminal: Bool, options: [String] = ["--progress", "plain"], isInCI: Bool = false
    ) async throws -> (text: String, wallTime: Double) {
        let upload = try HeldUpload()
        let terminal = try Terminal()
        let command = try upload.command(options).with {
            if isInCI { $0.environment["CI"] = "true" }
            if onTerminal { $0 = $0.on(terminal) }
            $0.environment["NO_COLOR"] = "1"
        }.start()
        for (text, gate) in [(" left", upload.readRest), ("for the response", upload.answer)] {
            if onTerminal {
                try await terminal.output(containing: text + "\r\n")
            } else {
                try await command.stderr(containing: text + "\n")
            }
            gate.open()
        }
        let result = await command.result()
        guard onTerminal else { return (result.stderrText, result.wallTime) }
        let text = String(decoding: try await terminal.everything(), as: UTF8.self)
        return (text.replacing("\r\n", with: "\n"), result.wallTime)
    }
}
