import TestSupport
import Testing

/// The servers of resumable uploads, driven by curl, which knows nothing of resumption.
@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct ResumableServerTests {
    private func curl(_ arguments: String...) async throws -> String {
        try await Command.curl(arguments: ["-si"] + arguments).run().stdoutText
    }

    @Test func recordsViolations() async throws {
        let server = try ResumableServer()
        _ = try await curl(
            "-d", "abc", "-H", "Upload-Complete: ?0", "-H", "Upload-Offset: 0",
            "-H", "Upload-Draft-Interop-Version: 8", server.url)
        _ = try await curl("-I", "-H", "Upload-Complete: ?0", server.server.url("/uploads/none"))
        #expect(
            server.violations == [
                "request 1, POST /: Upload-Offset at the creation",
                "request 2, HEAD /uploads/none: interop version []",
                "request 2, HEAD /uploads/none: Upload-Complete in HEAD",
            ])
    }

    @Test func tusTakesAChecksum() async throws {
        let server = try TusServer()
        _ = try await curl(
            "-X", "POST", "-H", "Tus-Resumable: 1.0.0", "-H", "Upload-Length: 11", server.url)
        let path = try #require(server.uploads.first?.path)
        func append(_ text: String) async throws -> String {
            try await curl(
                "-X", "PATCH", "-d", text, "-H", "Tus-Resumable: 1.0.0", "-H",
                "Upload-Offset: 0", "-H", "Content-Type: application/offset+octet-stream",
                "-H", "Upload-Checksum: sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=",
                server.server.url(path))
        }
        #expect(try await append("hello_world").hasPrefix("HTTP/1.1 460 "))
        #expect(server.uploads.first?.offset == 0)
        // The example of tus 1.0.
        #expect(try await append("hello world").hasPrefix("HTTP/1.1 204 "))
        #expect(server.violations == [])
    }
}
