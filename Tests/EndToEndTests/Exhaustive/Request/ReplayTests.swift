import TestSupport
import Testing

/// What `Expect` leads to: libcurl's own second attempt after a 417, and a long wait.
@Suite(.serialized)
struct ReplayTests {
    private static let refusals: [[Step]] = [
        [.respond(417), .halfClose, .drain],
        [.respond(417, body: "no expectations here\n"), .halfClose, .drain],
    ]

    private static let forms: [([String], input: String)] = [
        (["-F", "f=@big"], ""),
        (["-F", "a=b", "-F", "f=@big;type=x/y", "-F", "f=@small", "-F", "c=d"], ""),
        (["-F", "f=@big;encoder=base64"], ""),
        (["-F", "f=@-;filename=x;type=x/y", "-H", "Expect: 100-continue"], "piped"),
        (["-F", "f=<-", "-F", "g=@big"], String(repeating: "spooled ", count: 300_000)),
    ]

    @Test(.comparesWithCurl, arguments: refusals, forms)
    func sendsTheSameAgain(refusal: [Step], form: ([String], input: String)) async throws {
        let directory = try TemporaryDirectory()
        try directory.patternFile("big", size: 3_000_000)
        try directory.file("small", "small")
        let both = try await SideBySide(
            ["-sS"] + form.0,
            answers: [Answer(refusal, sendsContinue: false), .respond(body: "whole")]
        ) { command in
            command.workingDirectory = directory.path
            command.stdin = .bytes(form.input)
        }
        both.formpost.result.expect(0, stdout: "whole")
        let requests = try await both.formpost.server.requests(2)
        let isForced = form.0.contains("-H")
        #expect(
            requests.map { $0.header("Expect") }
                == ["100-continue", isForced ? "100-continue" : nil])
        #expect(requests[1].body.isComplete)
        let again = try Wire(requests[1])
        #expect(again == (try Wire(try #require(both.curl.server.requests.last))))
        #expect(again.framing == .contentLength)
    }

    /// The server refuses after the second that libcurl waits by default, and has got nothing yet.
    @Test func waitsLongerForPermission() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 2 << 20)
        let server = try LoopbackServer(
            Answer(
                [.pause(1.4), .respond(403, body: "no\n"), .halfClose, .drain], sendsContinue: false
            ))
        let result = try await Command.formpost(
            "-sS", "--expect100-timeout", "60", "-F", "f=@" + file, server.url
        ).run()
        #expect(result.exitStatus == 22)
        #expect(result.stdoutText == "no\n")
        #expect(try await server.request().body.count == 0)
    }
}
