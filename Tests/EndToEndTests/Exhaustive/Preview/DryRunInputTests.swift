import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A dry run and a dump make the checks of an upload; a dry run does not read standard input.
@Suite(.serialized)
struct DryRunInputTests {
    private static let refused =
        "formpost: (2) --dry-run reads no standard input and no pipe: "
        + "--dump-body alone writes the body\n"

    private static let rows: [(arguments: [String], expected: Outcome)] = [
        (["-F", "a=@-", "http://h/"], Outcome(2, stderr: refused)),
        (["-F", "a=<-", "-F", "b=c", "--chunked", "http://h/"], Outcome(2, stderr: refused)),
        (["-F", "a=@-", "--dump-body", "/nonexistent/x", "h"], Outcome(2, stderr: refused)),
        (
            ["-F", "a=b", "-H", "transfer-encoding:chunked", "http://h/"],
            Outcome(
                2,
                stderr: "formpost: (2) --dry-run does not show a body in chunks, whose sizes only "
                    + "sending makes: --dump-body alone writes the body\n")
        ),
        (
            ["-F", "a=b", "-H", "@-", "http://h/"],
            Outcome(
                2,
                stderr: "formpost: (2) --dry-run reads no standard input, but -H @- would: name a "
                    + "file instead\n")
        ),
        (
            ["-F", "a=b", "--url-query", "x@-", "http://h/"],
            Outcome(
                2,
                stderr:
                    "formpost: (2) --dry-run reads no standard input, but --url-query x@- would: "
                    + "name a file instead\n")
        ),
        (
            ["-F", "a=b", "-w", "@-", "--boundary", "B", "-A", "", "http://h/"],
            Outcome(
                0,
                stdout: "POST / HTTP/1.1\r\nHost: h\r\nAccept: */*\r\nContent-Type: "
                    + "multipart/form-data; boundary=B\r\nContent-Length: 59\r\n\r\n--B\r\n"
                    + "Content-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--B--\r\n")
        ),
    ]

    /// A pipe that nobody writes to, and that nobody closes, does not hold it up.
    @Test(arguments: rows)
    func doesNotWaitForInput(row: (arguments: [String], expected: Outcome)) async throws {
        let running = try Command.formpost(arguments: ["--dry-run=raw"] + row.arguments)
            .with { $0.stdin = .pipe }.start()
        let result = await running.result()
        #expect(!result.timedOut)
        #expect(result.outcome == row.expected)
        running.input?.close()
    }

    @Test(arguments: rows)
    func leavesInputWhereItIs(row: (arguments: [String], expected: Outcome)) async throws {
        let directory = try TemporaryDirectory()
        let descriptor = open(try directory.file("in", "all of it"), O_RDONLY)
        defer { close(descriptor) }
        let result = try await Command.formpost(arguments: ["--dry-run=raw"] + row.arguments)
            .with { $0.stdin = .descriptor(descriptor) }.run()
        // A file has a length, and is shown from where it is read.
        if row.expected.stderr != Self.refused { #expect(result.outcome == row.expected) }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(write(ends[1], "left", 4) == 4)
        let piped = try await Command.formpost(arguments: ["--dry-run=raw"] + row.arguments)
            .with { [ends] in $0.stdin = .descriptor(ends[0]) }.run()
        #expect(piped.outcome == row.expected)
        var buffer = [UInt8](repeating: 0, count: 9)
        #expect(read(ends[0], &buffer, 9) == 4)
    }

    private static let client = Fixtures.path("tls/client.pem")

    /// A real run prints the same.
    static let checks: [(arguments: [String], exit: Int32)] = [
        (["-F", "a=@/nonexistent", "http://127.0.0.1:9/"], 26),
        (["-F", "a=@/", "http://127.0.0.1:9/"], 26),
        (["-F", "a=b", "-H", "@/nonexistent", "http://127.0.0.1:9/"], 26),
        (["-F", "a=b", "-w", "@/nonexistent", "http://127.0.0.1:9/"], 26),
        (["-F", "a=b", "--url-query", "@/nonexistent", "http://127.0.0.1:9/"], 26),
        (["-F", "a=b;encoder=x", "http://127.0.0.1:9/"], 43),
        (["-F", "a", "http://127.0.0.1:9/"], 2),
        (["http://127.0.0.1:9/"], 2),
        (["-F", "a=b"], 2),
        (["-F", "a=b", "-m", "x", "http://127.0.0.1:9/"], 2),
        (["-F", "a=b", "--fom", "http://127.0.0.1:9/"], 2),
        (["-F", "a=b", "-H", "Content-Length: 1", "http://127.0.0.1:9/"], 2),
        (["-F", "a=b", "http://["], 3), (["-F", "a=b", "http://h:99999/"], 3),
        (["-F", "a=b", "http://"], 3), (["-F", "a=b", "ftp://h/"], 1),
        (["-F", "a=b", "-c", "/nonexistent/jar", "http://127.0.0.1:9/"], 23),
        (["-F", "a=b", "--cacert", "/nonexistent", "https://127.0.0.1:9/"], 77),
        (["-F", "a=b", "--cacert", "/dev/null", "https://127.0.0.1:9/"], 77),
        (["-F", "a=b", "--cacert", "/", "https://127.0.0.1:9/"], 77),
        (["-F", "a=b", "-E", "/nonexistent", "HTTPS://127.0.0.1:9/"], 58),
        (["-F", "a=b", "-E", "/dev/null:password", "https://127.0.0.1:9/"], 58),
        (["-F", "a=b", "-E", client, "--key", "/nonexistent", "https://127.0.0.1:9/"], 58),
    ]

    @Test(arguments: checks)
    func refusesWhatAnUploadRefuses(row: (arguments: [String], exit: Int32)) async throws {
        let directory = try TemporaryDirectory()
        let real = try await Command.formpost(arguments: row.arguments).run()
        #expect(real.exitStatus == row.exit, "\(real)")
        #expect(real.stdout == [])
        #expect(real.stderrText.hasPrefix("formpost: (\(row.exit)) "))
        let dump = ["--dump-body", directory.path("dump")]
        for look in [
            ["--dry-run=raw"], ["--dry-run=raw", "--chunked"], dump, dump + ["--dry-run=raw"],
        ] {
            let result = try await Command.formpost(arguments: look + row.arguments).run()
            if look.contains("--chunked"), row.arguments.contains("Content-Length: 1") { continue }
            #expect(result.outcome == real.outcome)
        }
        #expect(directory.entries() == [])
    }

    /// They are checked when they are used.
    @Test func leavesFilesOfTLSAloneWithoutTLS() async throws {
        let server = try LoopbackServer()
        for options in [
            ["--cacert", "/nonexistent"], ["-E", "/nonexistent"],
            ["-k", "--cacert", "/nonexistent"],
        ] {
            let result = try await Command.formpost(
                arguments: ["-s"] + options + ["-F", "a=b", server.url]
            ).run()
            #expect(result.outcome == Outcome(0))
        }
    }
}
