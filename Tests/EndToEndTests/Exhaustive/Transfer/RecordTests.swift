#if os(Linux)
    import TestSupport
    import Testing

    /// HTTP/2 over TLS: nginx speaks it. Newer libcurls fill records themselves.
    @Suite(.enabled(if: Nginx.isInstalled, "nginx is not installed"))
    struct RecordTests {
        /// A frame fills a record: none is for the nine bytes by which another frame would be too long.
        @Test func areFilledByFrames() async throws {
            let application = try LoopbackServer([.readBody, .respond(200)], bodies: .count)
            let nginx = try await Nginx(
                plain: "",
                secure: """
                    client_max_body_size 0;
                    location / { proxy_pass http://127.0.0.1:APPLICATION; }
                    """, application: application, http2: true)
            let relay = try RecordRelay(to: nginx.secure)
            let directory = try TemporaryDirectory()
            let file = try directory.sparseFile("big", size: 8 << 20)
            let result = try await Command.formpost(
                "-k", "-F", "f=@" + file, "https://127.0.0.1:\(relay.port)/"
            ).run()
            result.expect(0, stderr: "HTTP/2 200 OK\n")
            let lengths = relay.lengths
            // With at most 29 bytes of encryption. Some are cut by windows, and by libcurl's own buffers.
            let (full, short) = (lengths.filter { $0 > 16384 }, lengths.filter { $0 < 9 + 30 })
            #expect(
                full.count >= 256 && short.count < full.count / 8, "\(full.count), \(short.count)")
        }
    }
#endif
