import TestSupport
import Testing

/// Snapshots of a body and of a whole request.
@Suite struct DumpSnapshotTests {
    /// A form with everything that the bytes depend on, and the same bytes each time.
    static let golden: [String] = [
        "--boundary", "golden", "-F", "a=b", "-F", "q=\"x; y\";type=text/x", "-F", "g=(",
        "-F", "=hello;encoder=base64", "-F", "h=i;headers=\"X-A: b\"", "-F", "=)",
        "-F", "s=@-;filename=ü\"1\".txt", "--form-string", "e=@<;",
    ]

    @Test func isReproducible() async throws {
        let dump = try await Command.formpost(
            arguments: Self.golden + ["--dry-run=body", "http://upload.invalid/"]
        ).with { $0.stdin = .bytes("from\0standard\r\ninput") }.run()
        #expect(dump.exitStatus == 0)
        #expect(dump.stderrText == "")
        #expect(try Snapshot.difference(of: dump.stdout, from: "body.golden") == nil)
    }

    @Test func aRequestIsReproducible() async throws {
        let result = try await Command.formpost(
            "--dry-run=raw", "--boundary", "golden", "-H", "X-A: b", "-u", "me:secret", "-b", "c=d",
            "-F", "a=b", "-F", "f=@\(Fixtures.path("tls/README.md"));type=text/plain",
            "http://upload.invalid/x?y"
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stderrText == "")
        #expect(try Snapshot.difference(of: result.stdout, from: "dry-run.http") == nil)
    }
}
