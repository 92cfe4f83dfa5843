import TestSupport
import Testing

/// What a command leaves and takes is found: tests that expect nothing could not fail otherwise.
@Suite
struct CommandTests {
    private func shell(_ script: String) -> Command {
        Command("/bin/sh", arguments: ["-c", script])
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
