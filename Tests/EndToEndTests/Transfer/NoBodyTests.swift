import Foundation
import TestSupport
import Testing

/// Requests without a body: no message counts its bytes or supposes that it is being sent.
@Suite(.serialized)
struct NoBodyTests {
    @Test func isInterrupted() async throws {
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer([.readBody, .open(reached), .wait(stop)])
        let command = try Command.formpost("-X", "DELETE", server.url).start()
        try await reached.waitUntilOpen()
        command.send(SIGINT)
        let result = await command.result()
        #expect(result.signal == SIGINT)
        #expect(result.stderrText == "formpost: interrupted: waiting for the response\n")
    }

    @Test func isInterruptedWhileReceiving() async throws {
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([
            .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .wait(stop),
        ])
        let command = try Command.formpost("-X", "GET", server.url).start()
        try await command.stdout(containing: "abc")
        command.send(SIGINT)
        let result = await command.result()
        #expect(
            result.stderrText
                == "HTTP/1.1 200 OK\nformpost: interrupted: 3 bytes of the response received\n")
    }
}
