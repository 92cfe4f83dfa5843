import Foundation
import TestSupport
import Testing

/// Six EiB, which base64 makes longer than a length can be.
@Suite(.serialized)
struct BadFileTests {
    /// The path of such a file; nil where the file system takes none.
    private static func makeFile() -> String? {
        let path = "/dev/shm/formpost-test-" + UUID().uuidString
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if ftruncate(descriptor, 6 << 60) == 0 { return path }
        unlink(path)
        return nil
    }

    @Test(
        .enabled("/dev/shm takes no file of 6 EiB") { makeFile().map { unlink($0) == 0 } ?? false },
        arguments: ["<-", "@FILE"])
    func isTooLongForItsEncoder(content: String) async throws {
        let path = try #require(Self.makeFile())
        defer { unlink(path) }
        let server = try LoopbackServer()
        let field = "f=\(content.replacing("FILE", with: path));encoder=base64"
        let result = try await Command.formpost("-F", field, server.url)
            .with { $0.stdin = .file(path) }.run()
        let text = "formpost: (26) the form is longer than 2^63 - 1 bytes\n"
        result.expect(26, stderr: text)
        #expect(server.connections.isEmpty)
    }
}
