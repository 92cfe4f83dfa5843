import Foundation
import TestSupport
import Testing

/// How a final status is told: once, and with a reason phrase.
@Suite(.serialized)
struct StatusShownTests {
    private func run(_ answer: Answer, _ options: [String] = []) async throws -> CommandResult {
        let server = try LoopbackServer(answer)
        return try await Command.formpost(arguments: options + ["-F", "a=b", server.url]).run()
    }

    /// The error names the status: the status line would only repeat it.
    @Test func isInOneLineWithItsError() async throws {
        #expect(
            try await run(.respond(404)).outcome
                == Outcome(22, stderr: "formpost: (22) the server answered 404 Not Found\n"))
    }

    /// Another failure follows: both are told.
    @Test func isToldBesideAnotherError() async throws {
        let cut = try await run(.raw("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nabc"))
        #expect(cut.exitStatus == 18)
        let lines = cut.stderrText.split(separator: "\n")
        #expect(lines.first == "HTTP/1.1 404 Not Found")
        #expect(lines.count == 2 && lines.last?.hasPrefix("formpost: (18) ") == true)
        let large = try await run(.respond(404, body: "abc"), ["--max-filesize", "2"])
        #expect(
            large.outcome
                == Outcome(
                    63,
                    stderr: "HTTP/1.1 404 Not Found\n"
                        + "formpost: (63) the response is longer than --max-filesize (2 bytes)\n"))
    }

    /// A success that came too early is not shown as one.
    @Test func isNoSuccessBeforeTheWholeBody() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 26)
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .respond(200, headers: ["Connection": "close"]), .close],
            bodies: .count)
        let result = try await Command.formpost("-F", "f=@" + file, server.url).run()
        #expect(result.exitStatus == 55, "\(result)")
        let error =
            #/formpost: \(55\) the server answered 200 OK before it had all of the body: .*\n/#
        #expect(result.stderrText.wholeMatch(of: error) != nil, "\(result)")
    }

    /// An attempt that failed after its head leaves no status line behind.
    @Test func isThatOfTheLastAttempt() async throws {
        let server = try LoopbackServer(
            .raw("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nabc"), .respond(body: "ok"))
        let result = try await Command.formpost(
            "--retry", "1", "--retry-all-errors", "--retry-delay", "0.01", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stderrText.hasSuffix(" (0 left)\nHTTP/1.1 200 OK\n"), "\(result)")
        #expect(!result.stderrText.contains("HTTP/1.1 404"))
    }

    // MARK: Reason phrases

    @Test func isNamedWhereTheServerNamesNothing() async throws {
        let named = try await run(.raw("HTTP/1.1 409\r\nContent-Length: 0\r\n\r\n"))
        #expect(
            named.outcome
                == Outcome(22, stderr: "formpost: (22) the server answered 409 Conflict\n"))
        let unknown = try await run(.raw("HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n"))
        #expect(unknown.outcome == Outcome(0, stderr: "HTTP/1.1 299\n"))
        let own = try await run(.raw("HTTP/1.1 413 Too big\r\nContent-Length: 0\r\n\r\n"))
        #expect(
            own.outcome == Outcome(22, stderr: "formpost: (22) the server answered 413 Too big\n"))
    }

    /// Not on the wire, nor in what shows the wire.
    @Test(arguments: [["-i"], ["-D", "-"], ["-v", "--stderr", "-"]])
    func staysAsItIsOnTheWire(options: [String]) async throws {
        let result = try await run(
            .raw("HTTP/1.1 409 \r\nContent-Length: 0\r\n\r\n"), ["-sS"] + options)
        #expect(result.exitStatus == 22)
        let lines = result.stdoutText.split(whereSeparator: \.isNewline)
        #expect(lines.contains { $0 == "HTTP/1.1 409 " || $0 == "< HTTP/1.1 409 " }, "\(result)")
        #expect(!lines.contains { $0.contains("HTTP/1.1 409 Conflict") })
    }

    /// HTTP/2 has no reason phrases: nginx speaks it here. The application answers, after the form:
    /// what nginx answers at once can meet libcurl still sending, which is an error then.
    @Test(.enabled(if: Nginx.isInstalled, "nginx is not installed"))
    func isNamedInHTTP2() async throws {
        let application = try LoopbackServer(
            script: .closure { request in
                request.target == "/ok" ? .respond(201) : .respond(413)
            })
        let nginx = try await Nginx(
            plain: "location / { proxy_pass http://127.0.0.1:APPLICATION; }",
            application: application, http2: true)
        let base = "http://127.0.0.1:\(nginx.plain)"
        let arguments = ["--http2-prior-knowledge", "-F", "a=b"]
        let refused = try await Command.formpost(arguments: arguments + [base + "/"]).run()
        #expect(
            refused.stderrText == "formpost: (22) the server answered 413 Content Too Large\n")
        let taken = try await Command.formpost(arguments: arguments + [base + "/ok"]).run()
        #expect(taken.outcome == Outcome(0, stderr: "HTTP/2 201 Created\n"))
    }
}
