import TestSupport
import Testing

/// Each limit of time: exit 28 in every phase, and a message that names the phase and what had moved.
@Suite(.serialized)
struct TimeLimitTests {
    private static func run(
        _ options: [String], _ url: String, _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + options + [url]).with(change).run()
    }

    private static let waiting = "while waiting for the response (139 of 139 bytes sent)"

    /// In a reason `LIMIT` is the number of seconds, which comes after the options.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var options = ["-m"]
        var answer = Answer.silence
        var reason = "timed out after LIMIT s " + waiting
        var stdout = ""
    }

    private static let ends = [
        Row(testDescription: "silence"),
        Row(
            testDescription: "half a head",
            answer: [.readBody, .send("HTTP/1.1 200 OK\r\nX:"), .drain]),
        Row(testDescription: "a 103 and silence", answer: [.readBody, .respond(103), .drain]),
        Row(
            testDescription: "half a body",
            answer: [.readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .drain],
            reason: "timed out after LIMIT s while receiving the response (3 bytes received)",
            stdout: "abc"),
        Row(
            testDescription: "a byte now and then",
            answer: [
                .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"),
                .dribble(String(repeating: "x", count: 9000), size: 1, pause: 0.02), .drain,
            ], reason: "timed out after LIMIT s while receiving the response ("),
        // After five seconds.
        Row(
            testDescription: "--speed-time", options: ["-Y", "1K", "--speed-time"],
            reason: "less than 1.0 KiB a second for LIMIT s " + waiting),
    ]

    @Test(arguments: ends) func endsATransferInItsPhase(row: Row) async throws {
        let server = try LoopbackServer(row.answer)
        let phase = row.reason.split(separator: "LIMIT s ")[1]
        let (limit, result) = try await withLongerLimits([1, 10, 40]) {
            try await Self.run(row.options + [$0, "-F", "a=b"], server.url("/x"))
        } until: {
            $0.stderrText.contains(phase) && $0.stdoutText.hasPrefix(row.stdout)
        }
        #expect(result.exitStatus == 28 && !result.timedOut && result.leftovers == [])
        let reason = row.reason.replacing("LIMIT", with: limit)
        #expect(result.stderrText.hasPrefix("formpost: (28) \(reason)"), "\(result)")
        #expect(result.stderrText.split(separator: "\n").count == 1, "\(result)")
        #expect(result.stdoutText.hasPrefix(row.stdout))
    }

    @Test func endsWhileSending() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 28)
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([.wait(stop)], bodies: .count)
        let (limit, result) = try await withLongerLimits {
            try await Self.run(["-m", $0, "-H", "Expect:", "-F", "f=@" + file], server.url)
        } until: {
            $0.stderrText.contains("while sending")
        }
        #expect(result.exitStatus == 28)
        let message =
            /formpost: \(28\) timed out after (\d+) s while sending \((0|\d+\.\d) of 256\.0 MiB sent\)\n/
        #expect(try message.wholeMatch(in: result.stderrText)?.1 == limit[...], "\(result)")
    }

    /// A port that does not answer, and a server that does not answer the hello of TLS: the handshake
    /// belongs to the connection.
    @Test(arguments: ["-m", "--connect-timeout"], [false, true])
    func endsConnecting(option: String, isSecure: Bool) async throws {
        let port = try DeadPort.silent()
        let server = try LoopbackServer(script: .answers([]), onConnect: { _ in [.drain] })
        let url = isSecure ? server.url("/", scheme: "https") : port.url
        let result = try await Self.run(["-k", option, "0.4", "-F", "a=b"], url)
        #expect(result.exitStatus == 28 && result.wallTime >= 0.4, "\(result)")
        let text = option == "-m" ? "timed out after 0.4 s while connecting\n" : " while connecting"
        #expect(result.stderrText.contains(text), "\(result)")
    }

    /// Nothing is asked for twice where nobody reads.
    @Test(arguments: [[], ["-Y", "1", "-y", "1"]])
    func doesNotHangWhileNobodyReadsTheResponse(options: [String]) async throws {
        let server = try LoopbackServer(.respond(body: String(repeating: "x", count: 1 << 22)))
        let (limit, result) = try await withLongerLimits {
            try await Self.run(options + ["-m", $0, "-F", "a=b"], server.url) {
                $0.stdout = .unreadUntil(Gate())
            }
        } until: {
            $0.stderrText.contains("timed out")
        }
        #expect(result.exitStatus == 28, "\(result)")
        let text =
            "timed out after \(limit) s, and could not stop cleanly: nothing reads its output"
        #expect(result.stderrText.contains(text), "\(result)")
        #expect(server.requests.count == 1)
    }

    /// The time of regexec(3) grows with the square of such a response.
    @Test func givesUpASearchWithoutEnd() async throws {
        let server = try LoopbackServer(.respond(body: String(repeating: "<", count: 1 << 22)))
        let result = try await Command.formpost(
            "-sS", "-o", "/dev/null", "--expect", "regex:<([^>]*)>", "-F", "a=b", server.url
        ).run()
        result.expect(
            22,
            stderr: "formpost: (22) --expect regex:<([^>]*)>: searching the response takes "
                + "too long; write a pattern that says more\n")
    }

    // MARK: A stall

    @Test func endsAStall() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 28)
        let gate = Gate()
        defer { gate.open() }
        let server = try LoopbackServer([.readBytes(1 << 20), .wait(gate), .close], bodies: .count)
        let result = try await Self.run(
            ["--stall-timeout", "0.5", "-H", "Expect:", "-F", "f=@" + file], server.url)
        #expect(result.exitStatus == 28)
        #expect(
            result.stderrText.wholeMatch(
                of:
                    #/formpost: \(28\) no byte moved for 0.5 s while sending \((0|\d+\.\d) of 256\.0 MiB sent\) \(--stall-timeout\)\n/#
            ) != nil, "\(result)")
    }

    private static let challenge = Step.respond(
        401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#])
    private static let stalls = Gate()
    private static let stall: [Step] = [.readBytes(1 << 20), .wait(stalls), .close]

    /// When libcurl sends the body again by itself. An early success is AbortTests'.
    @Test(
        arguments: [
            (
                [],
                [Answer([.respond(417), .halfClose, .drain], sendsContinue: false), Answer(stall)]
            ),
            (["--digest", "-u", "a:b"], [[.readBody, challenge], Answer(stall)]),
        ] as [([String], [Answer])])
    func endsAStallAfterAnAnswer(options: [String], answers: [Answer]) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 26)
        let (limit, run) = try await withLongerLimits([0.5, 4, 30]) {
            limit -> (result: CommandResult, requests: Int) in
            let server = try LoopbackServer(script: .answers(answers), bodies: .count)
            let result = try await Self.run(
                ["--stall-timeout", limit] + options + ["-F", "f=@" + file], server.url)
            return (result: result, requests: server.requests.count)
        } until: {
            $0.requests == answers.count
        }
        #expect(run.result.exitStatus == 28, "\(run.result)")
        #expect(
            run.result.stderrText.contains("no byte moved for \(limit) s while sending ("),
            "\(run.result)")
        #expect(run.requests == answers.count)
    }

    /// A slow producer of the body is not a stall of the network.
    @Test func letsAProducerThink() async throws {
        let (_, result) = try await withLongerLimits([1, 4, 12]) { limit -> CommandResult in
            let server = try LoopbackServer(.respond(body: "ok"))
            let running = try Command.formpost(
                "-sS", "--stall-timeout", limit, "--chunked", "-F", "f=@-;filename=x", server.url
            ).with { $0.stdin = .pipe }.start()
            try await running.input?.write("some")
            try await Task.sleep(for: .seconds(3 * (Double(limit) ?? 1)))
            try await running.input?.write(" more")
            running.input?.close()
            return await running.result()
        } until: {
            $0.exitStatus == 0
        }
        result.expect(0, stdout: "ok")
    }

    /// A server may take time for its answer, for `100 Continue` or for its next byte. The body is
    /// small, so that there is no time in which it is sent.
    @Test(
        arguments: [
            [.readBody, .pause(2.5), .respond(200, body: "ok")],
            [.pause(2.5), .readBody, .respond(200, body: "ok")],
            [
                .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no"), .pause(2.5),
                .send("k"),
            ],
        ] as [[Step]])
    func letsTheServerThink(steps: [Step]) async throws {
        let server = try LoopbackServer(Answer(steps))
        let result = try await Self.run(
            [
                "--stall-timeout", "1", "-H", "Expect: 100-continue", "--expect100-timeout", "60",
                "-F", "a=b",
            ], server.url)
        result.expect(0, stdout: "ok")
    }

    // MARK: Waiting costs nothing

    /// Plain URLSession would poll the writable socket in a busy loop.
    @Test(arguments: [true, false])
    func waitsWithoutAProcessor(readsFirst: Bool) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 26)
        let quick = try LoopbackServer(.respond(200), bodies: .count)
        for body in ["a=b", "f=@" + file] {
            let (limit, times) = try await withLongerLimits([1.5, 5, 15]) {
                limit -> (wall: Double, waiting: Double) in
                let pause = Step.pause(Double(limit) ?? 1)
                let server = try LoopbackServer(
                    Answer(
                        readsFirst
                            ? [.readBody, pause, .respond(200)] : [pause, .readBody, .respond(200)]),
                    bodies: .count)
                let result = try await Self.run(["-H", "Expect:", "-F", body], server.url)
                result.expect(0)
                // What the rest takes depends on the machine.
                let rest = try await Self.run(["-H", "Expect:", "-F", body], quick.url)
                return (wall: result.wallTime, waiting: result.cpuTime - rest.cpuTime)
            } until: {
                $0.waiting < $0.wall * 0.4
            }
            #expect(times.wall >= Double(limit) ?? 0)
            #expect(times.waiting < times.wall * 0.4, "\(times)")
        }
    }
}
