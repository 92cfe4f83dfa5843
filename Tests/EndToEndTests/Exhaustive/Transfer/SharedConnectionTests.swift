import FormEncoding
import FormUpload
import TestSupport
import Testing

/// Uploads that share a connection of HTTP/2, which nginx speaks.
@Suite(.serialized, .enabled(if: Nginx.isInstalled, "nginx is not installed"))
struct SharedConnectionTests {
    /// An upload that is cancelled ends its own stream, not the connection.
    @Test func areNotCutOffByOneThatIsCancelled() async throws {
        let (received, goOn) = ([Gate(), Gate()], Gate())
        let application = try LoopbackServer(
            script: .closure { request in
                if request.target == "/first" { return .respond(200) }
                let gate = received[request.target == "/other" ? 0 : 1]
                return [.readBody, .open(gate), .wait(goOn), .respond(200)]
            })
        let nginx = try await Nginx(
            plain: "",
            secure: """
                location / {
                    proxy_pass http://127.0.0.1:APPLICATION;
                    add_header X-Connection $connection;
                }
                """, application: application, http2: true)
        var options = UploadOptions()
        options.verifiesCertificates = false
        // CURL_HTTP_VERSION_2TLS: libcurl 7.88 cannot use one without TLS again.
        options.curlSettings = [CURLSetting(.httpVersion, .number(4))]
        let uploader = Uploader(options: options)
        let upload: @Sendable (String) async throws -> UploadResponse = { target in
            try await uploader.upload(
                UploadRequest(
                    url: ByteString("https://127.0.0.1:\(nginx.secure)\(target)"),
                    body: EncodedBody(bytes: "x")))
        }
        let first = try await upload("/first")
        let cancelled = Task { try await upload("/cancelled") }
        let other = Task { try await upload("/other") }
        for gate in received { try await gate.waitUntilOpen() }
        cancelled.cancel()
        await #expect(throws: UploadFault.self) { try await cancelled.value }
        goOn.open()
        let whole = try await other.value
        #expect(whole.head.status == 200)
        #expect(connection(of: whole) == connection(of: first))
    }

    private func connection(of response: UploadResponse) -> [ByteString] {
        response.head.parsedFields.filter { $0.isNamed("X-Connection") }.map(\.value)
    }
}
