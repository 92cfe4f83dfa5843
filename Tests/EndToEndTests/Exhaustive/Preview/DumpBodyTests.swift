import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `--dump-body` writes the exact body, all of it or nothing.
@Suite(.serialized)
struct DumpBodyTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func isWhatIsSent() async throws {
        let path = directory.path("dump")
        let image = Fixtures.path("img.png")
        for options in [
            DumpSnapshotTests.golden,
            ["--boundary", "B", "-F", "g=(", "-F", "f=@\(image),\(image)", "-F", "=)"],
        ] {
            let server = try LoopbackServer()
            let input = Command.Input.bytes("from a pipe")
            let dump = try await Command.formpost(
                arguments: options + ["--dump-body", path, server.url]
            ).with { $0.stdin = input }.run()
            #expect(dump.outcome == Outcome(0))
            #expect(server.connections.isEmpty)
            let sent = try await Command.formpost(arguments: ["-s"] + options + [server.url])
                .with { $0.stdin = input }.run()
            #expect(sent.outcome == Outcome(0))
            #expect(try directory.contents(of: "dump") == (try await server.request().body.bytes))
        }
    }

    /// Bodies without a known length can be dumped.
    @Test(arguments: [[], ["--chunked"]]) func takesAPipe(options: [String]) async throws {
        let bytes = FilePattern().bytes(3_000_000)
        let result = try await Command.formpost(
            arguments: options + [
                "--boundary", "B", "-F", "f=<-", "--dump-body", directory.path("dump"), "h",
            ]
        ).with { $0.stdin = .bytes(bytes) }.run()
        #expect(result.outcome == Outcome(0))
        let head = Array("--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n".utf8)
        #expect(try directory.contents(of: "dump") == head + bytes + Array("\r\n--B--\r\n".utf8))
    }

    @Test func replacesAFileWhenItIsWhole() async throws {
        let path = try directory.file("dump", "what was here before, and longer than the body")
        let result = try await Command.formpost(
            "--boundary", "B", "-F", "a=b", "--dump-body", path, "h"
        ).run()
        #expect(result.outcome == Outcome(0))
        #expect(try directory.contents(of: "dump").count == 59)
        #expect(directory.entries() == ["dump"])
    }

    /// The older file would pass for the body of this request.
    @Test(arguments: [["-X", "GET"], ["-G", "-d", "a=b"], ["--curl", "-X", "GET"]])
    func isEmptyWithoutABody(options: [String]) async throws {
        let path = try directory.file("dump", "older")
        let result = try await Command.formpost(
            arguments: options + ["--dump-body", path, "h"]
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stderr == [])
        #expect(try directory.contents(of: "dump") == [])
    }

    /// A file size limit of 64 KiB simulates a full disk.
    @Test func leavesNoPart() async throws {
        let old = try directory.file("old", "old")
        let big = try directory.patternFile("big", size: 200_000)
        let formpost = Command.formpost().path
        for (name, expected) in [("old", "old"), ("new", nil)] as [(String, String?)] {
            let script = "trap '' XFSZ; ulimit -f 64; exec \"$@\""
            let result = try await Command(
                "/usr/bin/env",
                arguments: [
                    "bash", "-c", script, "bash", formpost, "-F", "f=@\(big)", "--dump-body",
                    directory.path(name), "h",
                ]
            ).run()
            #expect(
                result.outcome
                    == Outcome(
                        23,
                        stderr: "formpost: (23) cannot write \(directory.path(name)): File too "
                            + "large\n"))
            #expect((try? directory.contents(of: name)) == expected.map { Array($0.utf8) })
        }
        #expect(try fileBytes(old) == Array("old".utf8))
        #expect(directory.entries() == ["big", "old"])
    }

    @Test func leavesNoPartOfAnInputThatFails() async throws {
        let path = try directory.file("dump", "old")
        let result = try await Command.formpost(
            "--chunked", "--boundary", "B", "-F", "f=@-", "--dump-body", path, "h"
        ).with { $0.stdin = .bytes("a\r\n--B\r\n") }.run()
        #expect(result.exitStatus == 2, "\(result)")
        #expect(try directory.contents(of: "dump") == Array("old".utf8))
        #expect(directory.entries() == ["dump"])
    }

    @Test func cannotBeWritten() async throws {
        let input = try directory.file("in", "input")
        let rows: [(path: String, reason: String)] = [
            ("/dev/full", "cannot write /dev/full: No space left on device"),
            ("/nonexistent/x", "cannot write /nonexistent/x: No such file or directory"),
        ]
        for row in rows {
            let result = try await Command.formpost(
                "-F", "f=@\(input)", "--dump-body", row.path, "h"
            ).run()
            #expect(result.outcome == Outcome(23, stderr: "formpost: (23) \(row.reason)\n"))
        }
        #expect(try fileBytes(input) == Array("input".utf8))
        let full = try await Command.formpost("-F", "a=b", "--dump-body", "-", "h")
            .with { $0.stdout = .file("/dev/full") }.run()
        #expect(full.exitStatus == 23)
        let dry = try await Command.formpost("-F", "a=b", "--dry-run=raw", "h")
            .with { $0.stdout = .file("/dev/full") }.run()
        #expect(dry.exitStatus == 23)
    }
}
