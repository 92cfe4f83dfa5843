import Foundation
import TestSupport
import Testing

/// Requests without a body: no message counts its bytes or supposes that it is being sent.
@Suite(.serialized)
struct NoBodyTests {
    @Test func waitsForTheResponse() async throws {
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([.readBody, .wait(stop)])
        let result = try await Command.formpost("-X", "GET", "-m", "2", server.url).run()
        let text = "formpost: (28) timed out after 2 s while waiting for the response\n"
        #expect(result.outcome == Outcome(28, stderr: text))
    }

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

    @Test func programsAreToldThatItWaits() async throws {
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([.readBody, .wait(stop), .respond(200)])
        let command = try Command.formpost(
            "-X", "GET", "--progress", "json", server.url
        ).start()
        try await command.stderr(
            containing: #""event":"waiting","index":1,"attempt":1,"read":0,"sent":0,"total":0,"#)
        stop.open()
        let result = await command.result()
        #expect(result.exitStatus == 0)
        #expect(!result.stderrText.contains("\"progress\""))
    }

    /// Also the GET after a redirect, and with a body of no bytes.
    @Test(arguments: [["-X", "GET"], ["-d", ""], ["-G", "-d", "a=b"]])
    func isNotTakenForARequestToTLS(options: [String]) async throws {
        let server = try LoopbackServer([.readBody, .close])
        let result = try await Command.formpost(arguments: options + [server.url]).run()
        let text = "formpost: (52) Empty reply from server while waiting for the response\n"
        #expect(result.outcome == Outcome(52, stderr: text))
    }

    @Test func isTheGETAfterARedirect() async throws {
        let server = try LoopbackServer(
            .respond(303, headers: ["Location": "/other"]), [.readBody, .close])
        let result = try await Command.formpost("-sS", "-L", "-F", "a=b", server.url).run()
        let text =
            "formpost: (52) Empty reply from server while waiting for the response (redirected to "
            + "\(server.url("/other")))\n"
        #expect(result.outcome == Outcome(52, stderr: text))
    }
}
