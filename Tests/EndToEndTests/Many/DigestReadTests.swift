import Foundation
import TestSupport
import Testing

/// How often a file is read for `{{each:sha256}}`.
struct DigestReadTests {
    /// A digest is computed once, although a request is made three times, and from the 257th on four times. The
    /// shell's account has the reads of its children.
    @Test(
        .enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/io")),
        arguments: [1, 300])
    func aDigestTakesOneRead(count: Int) async throws {
        let directory = try TemporaryDirectory()
        let size = (16 << 20) / count
        for number in 0..<count { try directory.sparseFile("\(number).bin", size: Int64(size)) }
        let server = try LoopbackServer(.respond())
        for (option, reads) in [("--dry-run", 1), ("-s", 2)] {
            let script = #""$@" >/dev/null; cat /proc/$$/io"#
            let result = try await Command(
                "/bin/sh",
                arguments: ["-c", script, "sh", BuiltCommand.formpost, option]
                    + ["--each", "f=@*.bin", "--expand-form", "d={{each:sha256}}", server.url]
            ).with { $0.workingDirectory = directory.path }.run()
            let field = result.stdoutText.split(separator: "\n").first { $0.hasPrefix("rchar:") }
            let read = try #require(field.flatMap { Int($0.dropFirst("rchar: ".count)) })
            #expect(read / (size * count) == reads, "\(option): \(read)")
        }
    }
}
