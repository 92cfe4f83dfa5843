import Foundation
import TestSupport
import Testing

/// `--progress-to`: the stream on a channel of its own.
@Suite(.serialized)
struct ProgressChannelTests {
    private let directory: TemporaryDirectory
    private let server: LoopbackServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try LoopbackServer(.respond(body: "ok"))
    }

    private func events(_ name: String) throws -> [String] {
        let text = String(decoding: try directory.contents(of: name), as: UTF8.self)
        return try StreamEntry.all(in: text).map(\.event)
    }

    /// `-s` does not silence it, and nothing of it is on the other channels.
    @Test(arguments: [["-s"], ["-s", "--progress", "json"], ["-sS", "--progress", "none"]])
    func isAFile(options: [String]) async throws {
        let path = try directory.file("p", "what was there before")
        let result = try await Command.formpost(
            arguments: options + ["--progress-to", path, "-F", "a=b", server.url]
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "ok"))
        #expect(try events("p") == ["start", "response", "end"])
    }

    @Test(arguments: ["3", "/dev/fd/3"])
    func isADescriptor(name: String) async throws {
        let path = directory.path("p")
        let script = "exec \"$0\" -s --progress-to \(name) -F a=b \"$1\" 3>\"$2\""
        let result = try await Command(
            "/bin/sh", arguments: ["-c", script, BuiltCommand.formpost, server.url, path]
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "ok"))
        #expect(try events("p") == ["start", "response", "end"])
    }

    @Test func isStandardOutput() async throws {
        let result = try await Command.formpost(
            "-s", "--progress-to", "-", "-o", "/dev/null", "-F", "a=b", server.url
        ).run()
        #expect(try StreamEntry.all(in: result.stdoutText).count == 3)
        #expect(result.stderrText == "")
    }

    /// Nothing is sent, and a dry run leaves the file alone.
    @Test func isCheckedFirst() async throws {
        let input = try directory.file("in", "x")
        let rows: [(arguments: [String], expected: Outcome)] = [
            (
                ["--progress-to", "9"],
                Outcome(
                    2,
                    stderr: "formpost: (2) --progress-to: the descriptor 9 is not open: write "
                        + "9>file after the command\n")
            ),
            (
                ["--progress-to", "/nonexistent/p"],
                Outcome(
                    23,
                    stderr:
                        "formpost: (23) cannot write /nonexistent/p: No such file or directory\n"
                )
            ),
            (
                ["--progress-to", input, "-F", "f=@\(input)"],
                Outcome(
                    2,
                    stderr: "formpost: (2) --progress-to \(input) would overwrite the input of -F "
                        + "\(input): it is the same file\n")
            ),
        ]
        for row in rows {
            let result = try await Command.formpost(
                arguments: row.arguments + ["-F", "a=b", server.url]
            ).run()
            #expect(result.outcome == row.expected)
        }
        #expect(server.connections.isEmpty)
        let dry = try await Command.formpost(
            "--dry-run", "--progress-to", input, "-F", "a=b", server.url
        ).run()
        #expect(dry.exitStatus == 0)
        #expect(try directory.contents(of: "in") == Array("x".utf8))
    }

    /// A failure before anything is sent ends the stream, too.
    @Test func tellsOfARefusal() async throws {
        let path = directory.path("p")
        let result = try await Command.formpost(
            "-sS", "--progress-to", path, "-F", "f=@/nonexistent", server.url
        ).run()
        #expect(result.exitStatus == 26)
        let text = String(decoding: try directory.contents(of: "p"), as: UTF8.self)
        let entries = try StreamEntry.all(in: text)
        #expect(entries.map(\.event) == ["end"] && entries.first?.exit == 26)
        #expect(result.stderrText == "formpost: (26) \(entries.first?.error ?? "")\n")
    }

    @Test func tellsOfMany() async throws {
        let many = try LoopbackServer(.respond(201), .respond(413), .respond(201))
        for name in ["a", "b", "c"] { _ = try directory.file(name, name) }
        let path = directory.path("p")
        let result = try await Command.formpost(
            "-s", "--progress-to", path, "--each", "f=@\(directory.path("[abc]"))", many.url
        ).run()
        #expect(result.exitStatus == 22)
        let text = String(decoding: try directory.contents(of: "p"), as: UTF8.self)
        let entries = try StreamEntry.all(in: text).filter { $0.event != "all" }
        let each = ["start", "response", "end"]
        #expect(entries.map(\.event) == each + each + each + ["summary"])
        #expect(entries.map(\.index) == [1, 1, 1, 2, 2, 2, 3, 3, 3, nil])
        #expect(entries.compactMap(\.exit) == [0, 22, 0, 22])
        #expect(entries.filter { $0.event == "start" }.map(\.count) == [3, 3, 3])
        let summary = try #require(entries.last)
        #expect((summary.done, summary.count, summary.failed) == (3, 3, 1))
    }

    /// A reader that is there and does not read is given up after a while.
    @Test func doesNotWaitForEverForItsReader() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let size = fcntl(ends[1], 1031, 4096)  // F_SETPIPE_SZ
        try #require(size == 4096)
        #expect(write(ends[1], [UInt8](repeating: 10, count: 4096), 4096) == 4096)
        let fifo = "/proc/\(getpid())/fd/\(ends[1])"
        let result = try await Command.formpost(
            "--progress-to", fifo, "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0 && result.stdoutText == "ok", "\(result)")
        #expect(
            result.stderrText
                == "formpost: warning: timed out: nothing reads \(fifo); the upload goes on, without "
                + "telling its progress there\nHTTP/1.1 200 OK\n")
    }

    /// Who stops reading does not stop the upload, and is told of once.
    @Test func outlivesItsReader() async throws {
        let script = "\"$0\" -sS --progress-to 3 -F a=b \"$1\" 3>&1 >&2 | true"
        let result = try await Command(
            "/bin/sh",
            arguments: ["-c", "sleep 0.1; " + script + "; true", BuiltCommand.formpost, server.url]
        ).run()
        #expect(result.exitStatus == 0)
        let request = try await server.request()
        #expect(request.body.isComplete)
    }
}
