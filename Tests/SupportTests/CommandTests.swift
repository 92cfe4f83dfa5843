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

    @Test func killsWhatTakesTooLong() async throws {
        let result = try await shell("sleep 100 & sleep 100").with { $0.timeout = 0.1 }.run()
        #expect(result.timedOut)
        #expect(result.signal == 9)
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

    @Test func measuresMemory() async throws {
        let result = try await shell("x=$(head -c 100000000 /dev/zero | tr '\\0' x); exit 0").run()
        #expect(result.peakMemory > 100_000_000)
        let small = try shell("echo ready; read line").with { $0.stdin = .pipe }.start()
        try await small.stdout(containing: "ready")
        #expect((500_000..<5_000_000).contains(small.peakMemory() ?? 0))
        small.input?.close()
        #expect((500_000..<5_000_000).contains(await small.result().peakMemory))
    }
}
