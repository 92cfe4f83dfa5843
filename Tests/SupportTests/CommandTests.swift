import Foundation
import TestSupport
import Testing

#if os(Linux)
    private let onLinux = true
#else
    private let onLinux = false
#endif

@Suite
struct CommandTests {
    private func shell(_ script: String, _ arguments: any RawBytes...) -> Command {
        Command("/bin/sh", arguments: ["-c", script, "sh"] + arguments)
    }

    @Test func reportsStatusAndBothStreams() async throws {
        let result = try await shell("echo out; echo err >&2; exit 7").run()
        #expect(result.exitStatus == 7)
        #expect(result.signal == nil)
        #expect((result.stdoutText, result.stderrText) == ("out\n", "err\n"))
        #expect(result.peakMemory > 100_000)
    }

    @Test func passesArgumentsByteForByte() async throws {
        let argument: [UInt8] = [0x61, 0xFF, 0x20, 0x0A, 0xC3]
        let result = try await shell("printf %s \"$1\"", argument).run()
        #expect(result.stdout == argument)
    }

    @Test func drainsBothStreamsAtOnce() async throws {
        let result = try await shell(
            "head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero; cat"
        ).with { $0.stdin = .bytes([UInt8](repeating: 1, count: 1_000_000)) }.run()
        #expect((result.stdout.count, result.stderr.count) == (4_000_000, 3_000_000))
    }

    @Test func killsWhatTakesTooLong() async throws {
        let result = try await shell("sleep 100 & sleep 100").with { $0.timeout = 0.1 }.run()
        #expect(result.timedOut)
        #expect(result.signal == 9)
    }

    @Test func sendsSignals() async throws {
        let command = try shell("read line; exit 3").with { $0.stdin = .pipe }.start()
        command.send(15)
        #expect(await command.result().signal == 15)
        let trapping = try shell("trap 'exit 4' INT; echo ready; while read line; do :; done")
            .with { $0.stdin = .pipe }.start()
        try await trapping.stdout(containing: "ready")
        for signal: Int32 in [SIGSTOP, SIGCONT, SIGINT] { trapping.send(signal) }
        #expect(await trapping.result().exitStatus == 4)
        command.send(15)
    }

    @Test func writesToAPipe() async throws {
        let command = try shell("cat; echo end").with { $0.stdin = .pipe }.start()
        try await command.input?.write("one ")
        try await command.input?.write("two ")
        command.input?.close()
        #expect(await command.result().stdoutText == "one two end\n")
    }

    @Test func showsOutputAsItComes() async throws {
        let command = try shell("echo one; read line; echo two").with { $0.stdin = .pipe }.start()
        #expect(try await command.stdout(containing: "one\n") == Array("one\n".utf8))
        command.input?.close()
        #expect(try await command.stdout(containing: "two\n") == Array("one\ntwo\n".utf8))
        await #expect(throws: SupportError.self) { try await command.stderr(containing: "x") }
    }

    @Test func leavesOutputUnread() async throws {
        let gate = Gate()
        let command = try shell("head -c 1000000 /dev/zero; echo done >&2")
            .with { $0.stdout = .unreadUntil(gate) }.start()
        #expect(!command.hasEnded)
        gate.open()
        let result = await command.result()
        #expect(result.stdout.count == 1_000_000)
        #expect(result.stderrText == "done\n")
    }

    private static let streams: [(@Sendable (inout Command) -> Void, String, Int32)] = [
        ({ $0.stdin = .file("/etc/passwd") }, "read line && [ -n \"$line\" ]", 0),
        ({ $0.stdin = .closed }, "[ ! -e /proc/$$/fd/0 ]", 0),
        ({ $0.stdout = .closed }, "[ ! -e /proc/$$/fd/1 ]", 0),
        ({ $0.stdout = .file("/dev/full") }, "/bin/echo x 2>/dev/null", 1),
        ({ $0.stdout = .brokenPipe }, "exec cat /proc/self/status", -13),
        ({ _ in }, "[ \"$(cat | wc -c)\" = 0 ]", 0),
        // None but the three, and no terminal.
        ({ _ in }, "for n in $(seq 3 99); do [ ! -e /proc/$$/fd/$n ] || exit 9; done", 0),
        ({ _ in }, "! (: </dev/tty) 2>/dev/null", 0),
    ]

    @Test(.enabled(if: onLinux, "looks into /proc"), arguments: streams.indices)
    func connectsOtherStreams(row: Int) async throws {
        let (change, script, expected) = CommandTests.streams[row]
        let result = try await shell(script).with(change).run()
        #expect((result.exitStatus ?? -(result.signal ?? 0)) == expected, "\(script)")
    }

    @Test func scrubsTheEnvironment() async throws {
        let result = try await shell("env | sed 's/=.*//' | sort").run()
        let names = result.stdoutText.split(separator: "\n").map(String.init)
        #expect(Set(names).subtracting(["LD_LIBRARY_PATH"]) == ["HOME", "PATH", "PWD", "TMPDIR"])
    }

    @Test func tellsWhatIsLeft() async throws {
        let result = try await shell("mkdir $HOME/.cache; : >$TMPDIR/x").run()
        #expect(result.leftovers == ["home/.cache", "tmp/x"])
        #expect(try await shell("true").run().leftovers == [])
    }

    @Test func runsInADirectory() async throws {
        let directory = try TemporaryDirectory()
        let result = try await shell("pwd").with { $0.workingDirectory = directory.path }.run()
        #expect(result.stdoutText == directory.path + "\n")
    }

    @Test func measuresMemory() async throws {
        let result = try await shell("x=$(head -c 100000000 /dev/zero | tr '\\0' x); exit 0").run()
        #expect(result.peakMemory > 100_000_000)
        let small = try shell("echo ready; read line").with { $0.stdin = .pipe }.start()
        try await small.stdout(containing: "ready")
        #expect((500_000..<5_000_000).contains(small.peakMemory() ?? 0))
        small.input?.close()
        #expect((500_000..<5_000_000).contains(await small.result().peakMemory))
    }

    @Test func failsToStartWhatIsNotThere() async throws {
        await #expect(throws: SupportError.self) { try await Command("/nonexistent").run() }
    }
}
