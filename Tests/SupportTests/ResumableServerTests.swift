import TestSupport
import Testing

/// The servers of resumable uploads, driven by curl, which knows nothing of resumption.
@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct ResumableServerTests {
    private func curl(_ arguments: String...) async throws -> String {
        try await Command.curl(arguments: ["-si"] + arguments).run().stdoutText
    }

    /// Example 1 of the draft: creation, a break, the offset, the rest.
    @Test func goesOnWhereItStopped() async throws {
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [4]
                $0.limits = "max-age=60"
            })
        let created = try await curl(
            "-d", "0123456789", "-H", "Upload-Complete: ?1", "-H", "Upload-Length: 10",
            "-H", "Upload-Draft-Interop-Version: 8", server.url)
        let path = try #require(server.uploads.first?.path)
        #expect(
            created == """
                HTTP/1.1 104 Upload Resumption Supported\r
                Upload-Draft-Interop-Version: 8\r
                Location: \(path)\r
                Upload-Limit: max-age=60\r
                \r

                """)
        let url = server.server.url(path)
        #expect(
            try await curl("-I", "-H", "Upload-Draft-Interop-Version: 8", url) == """
                HTTP/1.1 204 No Content\r
                Upload-Offset: 4\r
                Upload-Complete: ?0\r
                Cache-Control: no-store\r
                Upload-Length: 10\r
                Upload-Limit: max-age=60\r
                \r

                """)
        func append(_ offset: Int, _ text: String) async throws -> String {
            try await curl(
                "-X", "PATCH", "-d", text, "-H", "Content-Type: application/partial-upload",
                "-H", "Upload-Offset: \(offset)", "-H", "Upload-Complete: ?1",
                "-H", "Upload-Draft-Interop-Version: 8", url)
        }
        #expect(try await append(5, "56789").contains("409 Conflict\r\nUpload-Offset: 4\r\n"))
        #expect(
            try await append(4, "456789") == """
                HTTP/1.1 200 OK\r
                Upload-Complete: ?1\r
                Content-Length: 7\r
                \r
                stored

                """)
        let upload = try #require(server.uploads.first)
        #expect(upload.isComplete && upload.bytes == Array("0123456789".utf8))
        #expect(
            upload.sha256
                == "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882")
        #expect(server.violations == [])
        #expect(server.cutsLeft == [])
    }

    /// Example 2 of the draft: a series of parts, with confirmations on the way.
    @Test(arguments: [6, 8])
    func takesParts(version: Int) async throws {
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.version = version
                $0.confirmsEach = 2
            })
        let stated = "Upload-Draft-Interop-Version: \(version)"
        let created = try await curl(
            "-d", "abc", "-H", "Upload-Complete: ?0", "-H", stated, server.url)
        let path = try #require(server.uploads.first?.path)
        let offset = version == 6 ? "Upload-Offset: 3\r\n" : ""
        #expect(
            created.hasSuffix(
                """
                HTTP/1.1 104 Upload Resumption Supported\r
                \(stated)\r
                Upload-Offset: 2\r
                \r
                HTTP/1.1 201 Created\r
                Upload-Complete: ?0\r
                \(offset)Location: \(path)\r
                Content-Length: 0\r
                \r

                """))
        let answer = try await curl(
            "-X", "PATCH", "-H", "Content-Type: application/partial-upload", "-H", stated,
            "-H", "Upload-Offset: 3", "-H", "Upload-Complete: ?0", "-d", "d",
            server.server.url(path))
        #expect(
            answer.hasPrefix(
                version == 6
                    ? "HTTP/1.1 201 Created\r\nUpload-Complete: ?0\r\nUpload-Offset: 4\r\n"
                    : "HTTP/1.1 204 No Content\r\nUpload-Complete: ?0\r\n"))
        let deleted = try await curl("-X", "DELETE", "-H", stated, server.server.url(path))
        #expect(deleted.hasPrefix("HTTP/1.1 204 "))
        let gone = try await curl("-I", "-H", stated, server.server.url(path))
        #expect(gone.hasPrefix("HTTP/1.1 404 "))
        #expect(server.violations == [])
    }

    /// Without the header, or with that of another version, the request is an ordinary one.
    @Test(arguments: [
        [], ["Upload-Complete: ?1"], ["Upload-Complete: ?1", "Upload-Draft-Interop-Version: 7"],
    ])
    func anOrdinaryRequest(headers: [String]) async throws {
        let server = try ResumableServer()
        let answer = try await Command.curl(
            arguments: ["-si", "-d", "abc"] + headers.flatMap { ["-H", $0] } + [server.url]
        ).run()
        #expect(answer.stdoutText.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(server.uploads.isEmpty)
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

    /// The examples of tus 1.0: creation with a part of the upload, a break, the offset, the rest.
    @Test func tusGoesOnWhereItStopped() async throws {
        let server = try TusServer(
            TusBehavior().with {
                $0.cuts = [7]
                $0.expires = "Wed, 25 Jun 2064 16:00:00 GMT"
            })
        func tus(_ arguments: String...) async throws -> String {
            try await Command.curl(
                arguments: ["-si", "-H", "Tus-Resumable: 1.0.0"] + arguments
            ).run().stdoutText
        }
        let type = "Content-Type: application/offset+octet-stream"
        let created = try await tus(
            "-d", "01234", "-H", "Upload-Length: 10", "-H", type,
            "-H", "Upload-Metadata: filename eA==,empty", server.url)
        let upload = try #require(server.uploads.first)
        #expect(upload.metadata == ["filename": "x", "empty": ""])
        #expect(
            created == """
                HTTP/1.1 201 Created\r
                Tus-Resumable: 1.0.0\r
                Location: \(upload.path)\r
                Upload-Expires: Wed, 25 Jun 2064 16:00:00 GMT\r
                Upload-Offset: 5\r
                Content-Length: 0\r
                \r

                """)
        let url = server.server.url(upload.path)
        func append(_ offset: Int, _ text: String, _ more: String...) async throws -> String {
            try await Command.curl(
                arguments: [
                    "-si", "-X", "PATCH", "-d", text, "-H", type, "-H", "Tus-Resumable: 1.0.0",
                    "-H", "Upload-Offset: \(offset)",
                ] + more + [url]
            ).run().stdoutText
        }
        #expect(try await append(5, "56789") == "")
        #expect(
            try await tus("-I", url).hasPrefix(
                """
                HTTP/1.1 200 OK\r
                Tus-Resumable: 1.0.0\r
                Upload-Offset: 7\r
                Cache-Control: no-store\r
                Upload-Length: 10\r
                Upload-Metadata: filename eA==,empty\r

                """))
        let wrong = "Upload-Checksum: sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0="
        #expect(try await append(7, "789", "-H", wrong).hasPrefix("HTTP/1.1 460 "))
        #expect(try await append(5, "56789").hasPrefix("HTTP/1.1 409 "))
        #expect(
            try await append(7, "789").contains(
                "204 No Content\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 10\r\n"))
        #expect(server.uploads.first?.bytes == Array("0123456789".utf8))
        #expect(server.uploads.first?.isComplete == true)
        #expect(server.violations == [])
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
