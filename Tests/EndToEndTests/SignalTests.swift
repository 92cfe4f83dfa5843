import Foundation
import TestSupport
import Testing

/// SIGINT and SIGTERM end an upload at once, by the signal itself: a shell says 130 and 143.
@Suite(.serialized)
struct SignalTests {
    /// A server that reads a little, opens `reached` and waits.
    private func server(_ reached: Gate, _ stop: Gate) throws -> LoopbackServer {
        try LoopbackServer([.readBytes(1 << 20), .open(reached), .wait(stop)], bodies: .count)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func dieOfIt(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 30)
        let answer = try directory.file("answer", "older")
        for options in [[], ["-o", answer], ["-o", directory.path("new")]] {
            let (reached, stop) = (Gate(), Gate())
            defer { stop.open() }
            let server = try server(reached, stop)
            let command = try Command.formpost(
                arguments: options + ["-F", "f=@" + file, server.url]
            ).start()
            try await reached.waitUntilOpen()
            command.send(signal)
            let result = await command.result()
            #expect(result.signal == signal, "\(options) \(result)")
            #expect(result.stdout == [])
            #expect(result.stderr == [])
            #expect(result.leftovers == [])
            #expect(directory.entries() == ["answer", "big"], "\(options)")
            #expect(try directory.contents(of: "answer") == Array("older".utf8))
        }
    }

    /// While the response comes in, and part of it has been written.
    @Test func leavesNoHalfOfAResponse() async throws {
        let directory = try TemporaryDirectory()
        let answer = try directory.file("answer", "older")
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer([
            .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
            .send([UInt8](repeating: 0x78, count: 50_000)), .open(reached), .wait(stop),
        ])
        let command = try Command.formpost("-o", answer, "-F", "a=b", server.url).start()
        try await reached.waitUntilOpen()
        command.send(SIGINT)
        #expect(await command.result().signal == SIGINT)
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == Array("older".utf8))
    }

    @Test(arguments: [(SIGINT, "130\n"), (SIGTERM, "143\n")])
    func isWhatAShellSays(signal: Int32, status: String) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 30)
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try server(reached, stop)
        let shell = try Command(
            "/bin/sh",
            arguments: [
                "-c", "trap : INT; \"$@\"; echo $?", "sh", BuiltCommand.formpost, "-F",
                "f=@" + file, server.url,
            ]
        ).start()
        try await reached.waitUntilOpen()
        let child = try #require(Self.child(of: shell.processIdentifier))
        kill(child, signal)
        #expect(await shell.result().stdoutText == status)
    }

    /// `nohup formpost -o file … &` outlives its terminal, and a job in the background Ctrl-C.
    @Test(arguments: [SIGINT, SIGHUP])
    func respectsWhatItsCallerIgnores(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let answer = directory.path("answer")
        let (reached, goOn) = (Gate(), Gate())
        let server = try LoopbackServer([
            .readBody, .open(reached), .wait(goOn), .respond(200, body: "done"),
        ])
        let name = signal == SIGINT ? "INT" : "HUP"
        let command = try Command(
            "/bin/sh",
            arguments: [
                "-c", "trap '' \(name); exec \"$@\"", "sh", BuiltCommand.formpost, "-s", "-o",
                answer, "-F", "a=b", server.url,
            ]
        ).start()
        try await reached.waitUntilOpen()
        command.send(signal)
        goOn.open()
        #expect(await command.result().outcome == Outcome(0))
        #expect(try directory.contents(of: "answer") == Array("done".utf8))
    }

    private static func child(of process: pid_t) -> pid_t? {
        let path = "/proc/\(process)/task/\(process)/children"
        guard let children = try? fileBytes(path) else { return nil }
        return pid_t(String(decoding: children.prefix { $0 != 0x20 }, as: UTF8.self))
    }
}
