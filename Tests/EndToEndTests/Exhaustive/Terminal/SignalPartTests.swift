import Foundation
import TestSupport
import Testing

/// `--no-remove-on-error`, and a signal while the response comes in: the part of it stays.
@Suite(.serialized)
struct SignalPartTests {
    private static let size = 50_000

    /// Sends `signal` when the command has written the part that came.
    private func interrupt(
        _ options: [String], by signal: Int32 = SIGINT, in directory: TemporaryDirectory
    ) async throws {
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([
            .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
            .send([UInt8](repeating: 0x78, count: Self.size)), .wait(stop),
        ])
        let command = try Command.formpost(
            arguments: options + ["-sS", "-o", "answer", "-F", "a=b", server.url]
        ).with { $0.workingDirectory = directory.path }.start()
        let process = command.processIdentifier
        let isWritten = await onThread {
            while !ChildProcess.hasOpenFile(ofSize: Self.size, process), !command.hasEnded {}
            return !command.hasEnded
        }
        #expect(isWritten)
        command.send(signal)
        let result = await command.result()
        #expect(result.signal == signal, "\(result)")
        #expect(result.leftovers == [])
    }

    private let part = [UInt8](repeating: 0x78, count: size)

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func takesThePlaceOfTheFile(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        try await interrupt(["--no-remove-on-error"], by: signal, in: directory)
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == part)
    }

    @Test func takesAFreeName() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "older")
        try await interrupt(["--no-remove-on-error", "--no-clobber"], in: directory)
        #expect(directory.entries() == ["answer", "answer.1"])
        #expect(try directory.contents(of: "answer") == Array("older".utf8))
        #expect(try directory.contents(of: "answer.1") == part)
    }
}
