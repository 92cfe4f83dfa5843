import TestSupport
import Testing

/// Options on the line of `--curl` that do not change the request, so that no server sees them.
@Suite(.serialized)
struct CurlLineOptionTests {
    private static let rows: [(arguments: [String], words: String)] = [
        (["-m", "20"], "-m 20"), (["--max-time", "1.5"], "--max-time 1.5"),
        (["--connect-timeout", "1.25"], "--connect-timeout 1.25"),
        (["-Y", "1k", "-y", "1.5"], "-Y 1024 -y 2"), (["-Y", "10"], "-Y 10"),
        (["--speed-limit", "2M", "--speed-time", "0.001"], "--speed-limit 2097152 --speed-time 1"),
        (["--retry", "3"], "--retry 3"), (["--retry-delay", "0.5"], "--retry-delay 1"),
        (["--retry-delay", "2"], "--retry-delay 2"),
        (["--retry-max-time", "1.2"], "--retry-max-time 2"),
        (["--retry-connrefused", "--retry-all-errors"], "--retry-connrefused --retry-all-errors"),
        (["--no-retry-all-errors"], "--no-retry-all-errors"),
        (["--limit-rate", "1M"], "--limit-rate 1M"), (["-k"], "-k"), (["--insecure"], "--insecure"),
        (["--no-insecure"], "--no-insecure"), (["--noproxy", "*"], "--noproxy '*'"),
        (["-x", "http://p:1"], "-x http://p:1"), (["-4"], "-4"),
        (["--no-keepalive"], "--no-keepalive"),
        (["--resolve", "h:80:127.0.0.1"], "--resolve h:80:127.0.0.1"),
        (["-L", "--max-redirs", "3", "--post301"], "-L --max-redirs 3 --post301"),
        (["-sS", "-i", "-o", "a b"], "-s -S -i -o 'a b'"), (["-v"], "-v"),
        (["-f"], "-f"), (["--fail-with-body"], "--fail-with-body"),
        (["-f", "--fail-with-body"], "--fail-with-body"), (["--fail-with-body", "-f"], "-f"),
        (["-f", "--no-fail"], ""), (["--no-fail", "-f"], "-f"),
        (["--fail-early"], "--fail-early"), (["--no-fail-early"], "--no-fail-early"),
        (["-w", "%{http_code}\\n"], "-w '%{http_code}\\n'"),
    ]

    private static func line(_ arguments: [String]) async throws -> CommandResult {
        try await Command.formpost(arguments: ["--curl"] + arguments + ["-F", "a=b", "http://h/"])
            .run()
    }

    @Test(arguments: rows.indices) func theyAreThere(index: Int) async throws {
        let row = Self.rows[index]
        let result = try await Self.line(row.arguments)
        #expect(result.exitStatus == 0, "\(result)")
        let words = row.words.isEmpty ? "" : row.words + " "
        #expect(result.stdoutText == "curl \(words)-F a=b http://h/\n")
        #expect(result.stderrText.isEmpty)
    }

    /// curl 7.88.1 knows them only from later versions.
    @Test(arguments: [
        ("%{num_retries}", "''", ["%{num_retries}"]),
        ("%%{num_retries} %{NUM_RETRIES}x%{url}", "'%%{num_retries} x%{url}'", ["%{NUM_RETRIES}"]),
        ("a%output{zz}b%output{>>y}\\n", "'ab\\n'", ["%output{zz}", "%output{>>y}"]),
    ])
    func whatCurlDoesNotPrintIsLeftOut(
        format: String, word: String, removed: [String]
    ) async throws {
        let result = try await Self.line(["-w", format])
        #expect(result.stdoutText == "curl -w \(word) -F a=b http://h/\n")
        let warnings = removed.map {
            "formpost: warning: --curl leaves out -w \($0): curl has nothing like it\n"
        }
        #expect(result.stderrText == warnings.joined())
    }

    /// curl 7.88.1 drops the rest of a line after a CR or NUL.
    @Test(arguments: [
        ("zeros", "-d", true), ("returns", "--data-ascii", true), ("lines", "-d", false),
        ("zeros", "--data-binary", false),
    ])
    func aFileThatCurlCutsIsWarnedOf(file: String, option: String, isCut: Bool) async throws {
        let directory = try DataFiles.directory()
        let result = try await Command.formpost("--curl", option, "@" + file, "http://h/")
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.stdoutText == "curl \(option) @\(file) http://h/\n")
        let warning =
            "formpost: warning: --curl \(option): curl before 8.7.0 sends less of \(file): it drops "
            + "the rest of a line after a CR or NUL\n"
        #expect(result.stderrText.hasSuffix(warning) == isCut, "\(result)")
    }

    /// With `-X HEAD` curl waits for a body.
    @Test func aHeadIsCurls() async throws {
        let result = try await Command.formpost("--curl", "-X", "HEAD", "http://h/").run()
        #expect(result.stdoutText == "curl -I http://h/\n", "\(result)")
    }
}
