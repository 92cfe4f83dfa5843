import Foundation
import TestSupport
import Testing

/// With too few threads or too little memory the command ends with one sentence and does not hang.
@Suite(.serialized)
struct ScarcityTests {
    static let noThreads =
        "formpost: (27) no more threads can be started: an upload needs 8 "
        + "(see ulimit -u, pids.max)\n"
    private static let noMemory =
        "formpost: (27) out of memory: the system gives too little for an upload (see ulimit -v)\n"

    static func canLimitThreads() async -> Bool {
        await Command.isPossible("with few threads") { $0.limited(toThreads: 64) }
    }

    @Test(
        .enabled("threads cannot be limited") { await canLimitThreads() },
        arguments: [1, 2, 3, 4, 5, 64])
    func ofThreads(count: Int) async throws {
        for options in [[], ["-m", "20"], ["-s"]] {
            let server = try LoopbackServer(.respond(body: "stored\n"))
            let result = try await Command.formpost(
                arguments: options + ["-F", "a=b", server.url]
            ).limited(toThreads: count).run()
            let isSilent = options.contains("-s")
            if count < 8 {
                result.expect(27, stderr: isSilent ? "" : Self.noThreads)
                #expect(server.connections.isEmpty)
            } else {
                #expect(result.exitStatus == 0, "\(result)")
                #expect(result.stdoutText == "stored\n")
            }
        }
    }

    /// A body that is read on a thread of its own needs one more, or two.
    @Test(.enabled("threads cannot be limited") { await canLimitThreads() }, arguments: 8...11)
    func ofTheReader(count: Int) async throws {
        let server = try LoopbackServer(.respond())
        let result = try await Command.formpost(
            "-sS", "-m", "20", "--chunked", "-F", "f=@-;filename=x", server.url
        ).limited(toThreads: count).with { $0.stdin = .bytes([]) }.run()
        let noThread = "formpost: (27) the system gives no more threads; the upload was aborted\n"
        let outcomes = [
            Outcome(0), Outcome(27, stderr: Self.noThreads), Outcome(27, stderr: noThread),
        ]
        #expect(outcomes.contains(result.outcome), "\(result)")
    }

    /// Commands that need no threads still work.
    @Test(.enabled("threads cannot be limited") { await canLimitThreads() })
    func isNoneOfTheOthersConcern() async throws {
        for arguments in [["-V"], ["--help", "all"], ["--generate", "man"], ["--nope"]] {
            let command = Command.formpost(arguments: arguments)
            let usual = try await command.run()
            let result = try await command.limited(toThreads: 1).run()
            #expect(result.outcome == usual.outcome, "\(arguments)")
        }
    }

    /// From too little memory for the libraries to plenty.
    @Test(arguments: [72, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 320, 384, 512, 1024])
    func ofMemory(megabytes: Int) async throws { try await ofMemory(kibibytes: megabytes * 1024) }

    /// Where the libraries have just enough to be loaded.
    @Test func ofTheLastMemory() async throws {
        for kibibytes in stride(from: 72 << 10, to: 112 << 10, by: 128) {
            try await ofMemory(kibibytes: kibibytes)
        }
    }

    private func ofMemory(kibibytes: Int) async throws {
        let server = try LoopbackServer(.respond(body: "stored\n"))
        let result = try await Command.formpost("-sS", "-F", "a=b", server.url)
            .after("ulimit -v \(kibibytes)").run()
        switch result.exitStatus {
        case 0: #expect(result.outcome == Outcome(0, stdout: "stored\n"))
        case 27:
            result.expect(27, stderr: Self.noMemory)
            #expect(server.connections.isEmpty)
        default:
            // The dynamic linker's own end.
            #expect(result.exitStatus == 127, "\(result)")
            let ends = [
                "error while loading shared libraries", "cannot allocate TLS data",
                "cannot allocate memory for find-object data",
            ]
            #expect(ends.contains { result.stderrText.contains($0) }, "\(result)")
        }
        if kibibytes >= 1 << 20 { #expect(result.exitStatus == 0) }
    }

    /// An upload ends, at the latest with `-m`, and leaves nothing behind, where threads run out on the way.
    @Test(.enabled("threads cannot be limited") { await canLimitThreads() })
    func doesNotStopTheClock() async throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o777)
        try directory.file("answer", "older")
        chmod(directory.path("answer"), 0o666)
        for output in ["answer", "new"] {
            let server = try LoopbackServer()
            let (limit, result) = try await withLongerLimits([5, 25]) { limit -> CommandResult in
                let command = try Command.formpost(
                    "-m", limit, "-o", directory.path(output), "-F", "f=@-;filename=x", server.url
                ).limited(toThreads: 64).with {
                    $0.stdin = .pipe
                    $0.environment["TMPDIR"] = "/tmp"
                }.start()
                // More than a pipe holds: it is reading, and has seen that there are threads.
                try await command.input?.write(Array(repeating: 0x61, count: 256 << 10))
                let prlimit = try await Command(
                    "prlimit", arguments: ["--pid=\(command.processIdentifier)", "--nproc=1:1"]
                ).limited(toThreads: 64).run()
                #expect(prlimit.exitStatus == 0, "\(prlimit)")
                command.input?.close()
                return await command.result()
            } until: {
                $0.exitStatus == 27 || $0.stderrText.contains("no thread")
            }
            // Whether the upload has all the threads that it needs when it can have no more.
            let outcomes = [
                Outcome(27, stderr: Self.noThreads),
                Outcome(
                    28,
                    stderr:
                        "formpost: (28) timed out after \(limit) s, and could not end in order: "
                        + "nothing reads its output, or no thread is free\n"),
            ]
            #expect(outcomes.contains(result.outcome), "\(result)")
            #expect(directory.entries() == ["answer"])
            #expect(try directory.contents(of: "answer") == Array("older".utf8))
        }
    }
}
