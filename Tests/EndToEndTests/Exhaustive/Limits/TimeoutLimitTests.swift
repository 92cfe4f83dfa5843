import TestSupport
import Testing

/// Each limit of time but `-m`, and `-m` where something else waits: exit 28, and a message that names
/// the phase and what had moved.
@Suite(.serialized)
struct TimeoutLimitTests {
    private static func run(
        _ options: [String], _ url: String, _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + options + [url]).with {
            change(&$0)
        }.run()
    }

    private func expect(
        _ result: CommandResult, stdout: String = "", _ message: String,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            result.outcome == Outcome(28, stdout: stdout, stderr: "formpost: (28) \(message)\n"),
            sourceLocation: location)
    }

    // MARK: Connecting

    @Test func endsConnecting() async throws {
        let port = try DeadPort.silent()
        let result = try await Self.run(["--connect-timeout", "0.3", "-F", "a=b"], port.url)
        #expect(result.exitStatus == 28, "\(result)")
        #expect(result.stderrText.contains(" while connecting"), "\(result)")
        #expect(result.wallTime >= 0.3)
    }

    @Test func countsConnectingIntoTheTotal() async throws {
        let port = try DeadPort.silent()
        expect(
            try await Self.run(["-m", "0.3", "-F", "a=b"], port.url),
            "timed out after 0.3 s while connecting")
    }

    /// The handshake belongs to the connection.
    @Test func endsAHandshakeThatHangs() async throws {
        let server = try LoopbackServer(
            script: .answers([]), onConnect: { _ in [.drain] })
        let result = try await Self.run(
            ["-k", "--connect-timeout", "0.3", "-F", "a=b"], "https://127.0.0.1:\(server.port)/")
        #expect(result.exitStatus == 28, "\(result)")
        #expect(result.stderrText.contains(" while connecting"), "\(result)")
    }

    // MARK: The whole

    /// Standard input is silent while the body is being sent.
    @Test func endsWhileStandardInputBlocks() async throws {
        let server = try LoopbackServer()
        let (limit, result) = try await withLongerLimits { limit -> CommandResult in
            let running = try Command.formpost(
                "-sS", "-m", limit, "--chunked", "-F", "f=@-", server.url
            ).with { $0.stdin = .pipe }.start()
            // It may have ended already.
            try? await running.input?.write("some")
            return await running.result()
        } until: {
            $0.stderrText.contains("while sending")
        }
        #expect(result.exitStatus == 28, "\(result)")
        #expect(result.stderrText.contains("timed out after \(limit) s while sending ("))
    }

    @Test func doesNotHangWhileNobodyReadsTheResponse() async throws {
        let server = try LoopbackServer(.respond(body: String(repeating: "x", count: 1 << 22)))
        let (limit, result) = try await withLongerLimits {
            try await Self.run(["-m", $0, "-F", "a=b"], server.url) {
                $0.stdout = .unreadUntil(Gate())
            }
        } until: {
            $0.stderrText.contains("timed out")
        }
        #expect(result.exitStatus == 28, "\(result)")
        #expect(
            result.stderrText.contains(
                "timed out after \(limit) s, and could not end in order: nothing reads its output"))
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

    /// The limit covers all redirects, of which there is an endless number.
    @Test func countsAllRedirects() async throws {
        let server = try LoopbackServer([
            .readBody, .pause(0.05), .respond(307, headers: ["Location": "/again"]),
        ])
        let result = try await Self.run(
            ["-L", "--max-redirs", "-1", "-m", "1", "-F", "a=b"], server.url)
        #expect(result.exitStatus == 28, "\(result)")
    }

    @Test func isEnoughForWhatIsQuick() async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        let result = try await Self.run(
            ["-m", "30", "--connect-timeout", "30", "--stall-timeout", "30", "-F", "a=b"],
            server.url)
        result.expect(0, stdout: "ok")
    }

    /// The largest values neither trap nor end anything.
    @Test func acceptsTheLargest() async throws {
        let server = try LoopbackServer(.respond(body: "ok"))
        let result = try await Command.formpost(
            "-sS", "-m", "9e15", "--connect-timeout", "9e15", "--stall-timeout", "9e15", "-Y", "0",
            "-y", "9e15", "--retry", "2147483647", "--retry-delay", "9e15", "--retry-max-time",
            "9e15", "--max-redirs", "2147483647", "-F", "a=b", server.url
        ).run()
        result.expect(0, stdout: "ok")
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

    /// When libcurl sends the body again by itself, and after an early success.
    @Test(
        arguments: [
            (
                [],
                [Answer([.respond(417), .halfClose, .drain], sendsContinue: false), Answer(stall)]
            ),
            (["--digest", "-u", "a:b"], [[.readBody, challenge], Answer(stall)]),
            (["-H", "Expect:"], [Answer([.readBytes(1000), .respond(200)] + stall)]),
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
                "-sS", "--stall-timeout", limit, "--chunked", "-F", "f=@-", server.url
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

    /// 0 is off.
    @Test func waitsWithoutAStallTimeout() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 26)
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .pause(1), .readBody, .respond(200, body: "ok")], bodies: .count)
        let result = try await Self.run(
            ["--stall-timeout", "0", "-H", "Expect:", "-F", "f=@" + file], server.url)
        result.expect(0, stdout: "ok")
    }

    // MARK: Speed

    @Test(
        arguments: [
            (["-Y", "1000", "-y"], "1000 bytes"), (["-y"], "1 byte"),
            (["-Y", "1K", "--speed-time"], "1.0 KiB"),
        ])
    func endsWhatIsTooSlow(options: [String], speed: String) async throws {
        let server = try LoopbackServer(.silence)
        let (limit, result) = try await withLongerLimits([1, 5, 30]) {
            try await Self.run(options + [$0, "-F", "a=b"], server.url)
        } until: {
            $0.stderrText.contains("while waiting")
        }
        result.expect(
            28,
            stderr: "formpost: (28) less than \(speed) a second for \(limit) s while "
                + "waiting for the response (139 of 139 bytes sent)\n")
    }

    /// The same response is fast enough for a lower limit, and for a longer time.
    @Test(
        arguments: [
            (["-Y", "10", "-y"], [3, 10, 40], 0), (["-Y", "100000", "-y"], [60, 300], 0),
            (["-Y", "0", "-y"], [1], 0), (["-Y", "100000", "-y"], [0], 0),
            (["-Y", "100000", "-y"], [1], 28),
        ] as [([String], [Double], Int32)])
    func measuresTheSpeed(options: [String], limits: [Double], exit: Int32) async throws {
        let (_, result) = try await withLongerLimits(limits) { limit -> CommandResult in
            let server = try LoopbackServer([
                .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 4500\r\n\r\n"),
                .dribble(String(repeating: "x", count: 4500), size: 100, pause: 0.1),
            ])
            return try await Self.run(options + [limit, "-F", "a=b"], server.url)
        } until: {
            $0.exitStatus == exit
        }
        #expect(result.exitStatus == exit, "\(result)")
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
