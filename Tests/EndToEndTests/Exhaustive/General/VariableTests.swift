import TestSupport
import Testing

/// Variables with large files. For what variables are see Scenarios/variables.txt.
@Suite struct VariableTests {
    @Test func aLargeFileIsNotReadIntoMemory() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.sparseFile("large", size: 1 << 27)
        let result = try await Command.formpost(
            "--dry-run=raw", "--variable", "f@\(path)", "--expand-header", "X-A: {{f:sha1}}",
            "-F", "a=b", "http://h/"
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText.contains("X-A: ba713b819c1202dcb0d178df9d2b3222ba1bba44\r\n"))
        #expect(result.peakMemory < 64 << 20)
    }
}
