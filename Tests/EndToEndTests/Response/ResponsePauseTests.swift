import TestSupport
import Testing

/// Responses that pause, or are too large to be printed at once.
@Suite(.serialized)
struct ResponsePauseTests {
    private static let start = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabcde"

    /// Received bytes are written before the rest comes, with and without `-N`.
    @Test(arguments: [[], ["-N"], ["--no-buffer"], ["-i"]])
    func isWrittenAtOnce(options: [String]) async throws {
        let go = Gate()
        defer { go.open() }
        let server = try LoopbackServer([.readBody, .send(Self.start), .wait(go), .send("fghij")])
        let command = try Command.formpost(
            arguments: options + ["-s", "-F", "a=b", server.url]
        ).start()
        #expect(try await command.stdout(containing: "abcde").suffix(5) == Array("abcde".utf8)[...])
        go.open()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText.hasSuffix("abcdefghij"))
    }

    /// Time is up in the middle of it: an older file stays, no new one is made, and `-w` knows the head.
    @Test(arguments: [nil, "older"])
    func isNotWaitedFor(older: String?) async throws {
        let directory = try TemporaryDirectory()
        if let older { try directory.file("answer", older) }
        let server = try LoopbackServer([.readBody, .send(Self.start), .drain])
        let result = try await Command.formpost(
            "-s", "-m", "2", "-o", "answer", "-w", "%{http_code} %{exitcode} %{size_download}",
            "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        result.expect(28, stdout: "200 28 5")
        #expect(directory.entries() == (older == nil ? [] : ["answer"]))
        if let older { #expect(try directory.contents(of: "answer") == Array(older.utf8)) }
    }

    /// The reader of a large response goes away in the middle of it, as `head -c` does.
    @Test func outlivesItsReader() async throws {
        let server = try LoopbackServer(.respond(body: [UInt8](repeating: 0x78, count: 16 << 20)))
        let command = Command.formpost("-sS", "-F", "a=b", server.url)
        let script = "{ \"$0\" \"$@\"; echo $? >&2; } | head -c 3"
        let result = try await Command(
            "/bin/sh", arguments: ["-c", script, command.path] + command.arguments
        ).run()
        let text = "formpost: (23) cannot write the response to standard output: Broken pipe\n23\n"
        result.expect(0, stdout: "xxx", stderr: text)
    }
}
