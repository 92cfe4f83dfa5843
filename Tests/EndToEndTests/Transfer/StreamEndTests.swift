import TestSupport
import Testing

/// The ways in which a server of HTTP/2 ends a stream (RFC 9113 §8.1, §8.7).
@Suite(.serialized)
struct StreamEndTests {
    private struct Upload {
        let result: CommandResult
        let server: FrameServer
        var requests: Int { server.requestCount }

        /// The form is longer than the server's window: the answer comes while it is sent.
        init(_ answer: [HTTP2Frame], options: [String] = []) async throws {
            let directory = try TemporaryDirectory()
            try directory.file("answer", "old")
            let path = try directory.file("large", FilePattern().bytes(1_000_000))
            server = try FrameServer(answer)
            result = try await Command.formpost(
                arguments: ["-sS", "--http2-prior-knowledge", "-F", "f=@" + path] + options
                    + [server.url]
            ).with { $0.workingDirectory = directory.path }.run()
        }
    }

    /// A server that wants no more of the request resets its stream without an error, in the packet of
    /// the answer. The answer counts.
    @Test func anAnswerCounts() async throws {
        let refusal = "formpost: (22) the server answered 413 Content Too Large, after "
        let rows: [([HTTP2Frame], options: [String], exit: Int32, stdout: String, text: String)] = [
            ([.head(413, endsStream: true), .reset(0)], [], 22, "", refusal),
            (
                [.head(413), .data("too large", endsStream: true), .reset(0)], [], 22, "too large",
                refusal
            ),
            (
                [.head(200), .data("thanks", endsStream: true), .reset(0)], [], 55, "thanks",
                "formpost: (55) the server answered 200 OK before it had the whole body: "
            ),
            // libcurl 7.88 does not notice by itself that the response has ended while the body is held back.
            (
                [.head(409, endsStream: true)], ["--limit-rate", "20K"], 22, "",
                "formpost: (22) the server answered 409 Conflict, after "
            ),
        ]
        for row in rows {
            let upload = try await Upload(row.0, options: row.options)
            #expect(upload.result.exitStatus == row.exit, "\(upload.result)")
            #expect(upload.result.stdoutText == row.stdout)
            #expect(upload.result.stderrText.hasPrefix(row.text), "\(upload.result)")
            #expect(upload.requests == 1)
        }
    }

    /// Before the whole body was sent a status succeeds if it was named, and a redirect is not
    /// followed by a GET. A server that does not end its answer is not waited for.
    @Test func anEarlyAnswerIsJudged() async throws {
        let stall = ["--stall-timeout", "1"]
        let rows: [([HTTP2Frame], options: [String], exit: Int32, text: String)] = [
            ([.head(409, endsStream: true)], ["--expect-status", "2xx,409"], 0, ""),
            (
                [.head(303, location: "/x", endsStream: true)], ["-L"], 55,
                "formpost: (55) the server redirected to "
            ),
            ([.head(413), .data("too")], stall, 22, "formpost: (22) the server answered 413 "),
            (
                [.head(409), .data("too")], stall + ["--expect-status", "409", "-o", "answer"], 18,
                "formpost: (18) the server answered 409 Conflict, after "
            ),
        ]
        for row in rows {
            let upload = try await Upload(row.0, options: row.options)
            #expect(upload.result.exitStatus == row.exit, "\(upload.result)")
            #expect(upload.result.stderrText.hasPrefix(row.text), "\(upload.result)")
            #expect(row.exit != 0 || upload.result.stderrText.isEmpty)
            #expect(upload.requests == 1)
        }
    }

    /// A success in the middle of the body is none where the connection is lost, whichever call finds that first.
    @Test(arguments: 1...5) func anEarlySuccessIsNone(run: Int) async throws {
        let upload = try await Upload([.head(200), .data("thanks", endsStream: true), .end])
        #expect([18, 55, 56].contains(upload.result.exitStatus), "\(upload.result)")
    }

    /// A body that is not sent to its end is not ended, but its stream is reset.
    @Test(
        arguments: [
            [.head(413, endsStream: true)], [.head(413), .data("too large", endsStream: true)],
        ] as [[HTTP2Frame]])
    func aRefusedBodyIsNotEnded(answer: [HTTP2Frame]) async throws {
        let upload = try await Upload(answer)
        #expect(upload.result.exitStatus == 22, "\(upload.result)")
        #expect(upload.server.sawReset())
    }

    /// So it is where many requests are sent side by side.
    @Test func manyAreRefused() async throws {
        let directory = try TemporaryDirectory()
        for number in 1...8 {
            try directory.file("f\(number)", FilePattern().bytes(90_000 + 9_000 * number))
        }
        let server = try FrameServer([.head(413), .data("no", endsStream: true)])
        let result = try await Command.formpost(
            "-sS", "--http2-prior-knowledge", "-Z", "-m", "20", "-H", "Expect:", "--each", "f=@f*",
            server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == 22, "\(result)")
        #expect(!result.stderrText.contains("(28)"))
    }

    /// Without its end a response is not whole, whatever error the stream ends with.
    @Test(arguments: [0, 1, 2, 8] as [UInt8], [200, 413])
    func aResponseIsCut(error: UInt8, status: Int) async throws {
        let upload = try await Upload(
            [.head(status), .data("ha"), .reset(error)], options: ["-o", "answer"])
        #expect(upload.result.exitStatus == 92, "\(upload.result)")
        #expect(upload.result.stderrText.hasPrefix("formpost: (92) "))
        #expect(upload.requests == 1)
    }

    /// A refused stream is sent again as often as `--retry` allows, and no oftener.
    @Test(arguments: [0, 1, 2])
    func aRefusedStreamIsRetried(retries: Int) async throws {
        let upload = try await Upload(
            [.reset(7)], options: ["--retry", "\(retries)", "--retry-delay", "0.01"])
        #expect(upload.result.exitStatus == 92)
        #expect(
            upload.result.stderrText.split(separator: "\n").last?.hasPrefix(
                "formpost: (92) the server refused the HTTP/2 stream") == true, "\(upload.result)")
        #expect(upload.requests == retries + 1)
    }

    @Test func anAnswerAfterARefusalCounts() async throws {
        let server = try FrameServer([.reset(7)], [.head(409, endsStream: true)])
        let result = try await Command.formpost(
            "-sS", "--http2-prior-knowledge", "--retry", "1", "--retry-delay", "0.01", "-F", "a=b",
            server.url
        ).run()
        #expect(result.exitStatus == 22, "\(result)")
        #expect(server.requestCount == 2)
    }

    /// What a server has not taken, since it ends the connection (RFC 9113 §6.8) or refuses a stream of a connection
    /// that took others, is sent again on a new connection, unsaid.
    @Test(arguments: [[], ["-X", "PUT"]], [[.goAway(last: 3)], [.reset(7)]] as [[HTTP2Frame]])
    func whatIsNotTakenIsSentAgain(options: [String], refusal: [HTTP2Frame]) async throws {
        let answer: [HTTP2Frame] = [.head(200, endsStream: true)]
        let server = try FrameServer(answer, answer, refusal, answer, isSecure: true)
        let urls = Array(repeating: server.url, count: 4)
        let result = try await Command.formpost(
            arguments: ["-k", "-sS", "-F", "a=b"] + options + urls
        ).run()
        result.expect(0)
        #expect(server.requestCount == 5)
    }

    /// The server also drops the connection, while many requests are sent over it.
    @Test(arguments: 1...10)
    func manyAreSentAgain(run: Int) async throws {
        let directory = try TemporaryDirectory()
        for number in 1...20 {
            try directory.file("f\(number)", FilePattern().bytes(3_000))
        }
        let server = try FrameServer(
            [.goAway(last: 1), .head(200, endsStream: true), .end], [.head(200, endsStream: true)],
            isSecure: true)
        let result = try await Command.formpost(
            "-k", "-sS", "-Z", "-m", "20", "--each", "f=@f*", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        result.expect(0)
        #expect(server.requestCount >= 20)
    }

    /// A connection that takes no request is a failed attempt.
    @Test func aConnectionThatTakesNothingIsAFailure() async throws {
        let server = try FrameServer([.goAway(last: 0)], [.head(200, endsStream: true)])
        let upload = ["-sS", "--http2-prior-knowledge", "-F", "a=b", server.url]
        let refused = try await Command.formpost(arguments: upload).run()
        #expect(refused.exitStatus == 92, "\(refused)")
        #expect(refused.stderrText.contains("the server refused the HTTP/2 stream"))
        #expect(server.requestCount == 1)
    }

    /// HTTP/2 has no reason phrases: the words are formpost's.
    @Test func aStatusIsNamed() async throws {
        let server = try FrameServer([.head(201, endsStream: true)])
        let result = try await Command.formpost(
            "--http2-prior-knowledge", "-X", "GET", server.url
        ).run()
        result.expect(0, stderr: "HTTP/2 201 Created\n")
    }
}
