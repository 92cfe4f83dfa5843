import Foundation
import TestSupport
import Testing

/// Six EiB, which base64 makes longer than a length can be; where a file system takes such files.
@Suite(.serialized)
struct BadFileTests {
    @Test(arguments: ["@-", "@FILE"]) func isTooLongForItsEncoder(content: String) async throws {
        let path = "/dev/shm/formpost-test-" + UUID().uuidString
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer {
            close(descriptor)
            unlink(path)
        }
        guard ftruncate(descriptor, 6 << 60) == 0 else { return }
        let server = try LoopbackServer()
        let field = "f=\(content.replacing("FILE", with: path));encoder=base64"
        let result = try await Command.formpost("-F", field, server.url)
            .with { $0.stdin = .file(path) }.run()
        let text = "formpost: (26) the form is longer than 2^63 - 1 bytes\n"
        result.expect(26, stderr: text)
        #expect(server.connections.isEmpty)
    }
}
