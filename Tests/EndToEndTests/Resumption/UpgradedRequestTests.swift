import TestSupport
import Testing

/// `--resumable`: the request that is upgraded, and how it goes on.
@Suite struct UpgradedRequestTests {
    private let files: SampleFiles

    init() throws { files = try SampleFiles(size: 20_000) }

    /// The request is that of an ordinary upload, with three headers more.
    @Test(arguments: SampleUpload.all)
    func upgradesTheRequest(upload: SampleUpload) async throws {
        let (plain, server) = (try LoopbackServer(), try LoopbackServer(.respond(body: "ok\n")))
        _ = try await upload.command(["-sS"], in: files, plain.url).run()
        let result = try await upload.command(["-sS", "--resumable"], in: files, server.url).run()
        result.expect(0, stdout: "ok\n")
        let request = try await server.request()
        let length = try #require(request.header("Content-Length"))
        let added = [
            "Upload-Complete: ?1", "Upload-Length: \(length)", "Upload-Draft-Interop-Version: 8",
        ]
        let before = try headers(try await plain.request(), without: [])
        #expect(try headers(request, without: added) == before)
        #expect(try Content(request) == (try Content(try await plain.request())))
    }

    /// The lines of a head without its boundary and length; fails unless those of `added` are there.
    private func headers(_ request: RecordedRequest, without added: [String]) throws -> [String] {
        var lines = request.headers.map { "\($0.name): \($0.value)" }
        for line in added { lines.remove(at: try #require(lines.firstIndex(of: line), "\(lines)")) }
        return lines.compactMap { line in
            if line.hasPrefix("Host:") || line.hasPrefix("Content-Length:") { return nil }
            return line.firstRange(of: "boundary=").map { String(line[..<$0.upperBound]) } ?? line
        }
    }

    /// The answer is that of the form, whichever request brings it.
    @Test(arguments: [6, 8])
    func goesOnWhereItStopped(version: Int) async throws {
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.version = version
                $0.cuts = [7000]
                $0.receiver = { _ in Response(201, body: "stored\n") }
            })
        let options = version == 6 ? ["--resumable=6"] : ["--resumable"]
        let result = try await SampleUpload.form.command(
            ["-sS", "--retry", "1", "--retry-delay", "0.01"] + options, in: files, server.url
        ).run()
        result.expect(0, stdout: "stored\n")
        #expect(server.methods == ["POST", "HEAD", "PATCH"])
        #expect(server.requests.last?.header("Upload-Offset") == "7000")
        #expect(server.violations == [])
        let content = try await SampleUpload.form.content(in: files)
        #expect(try Content(#require(server.uploads.first)) == content)
        #expect(server.bytesRead == content.length)
    }

    /// The headers of the append are those of the upload resource, not of the form.
    @Test func anAppendIsNotTheForm() async throws {
        let server = try ResumableServer(ResumableBehavior().with { $0.cuts = [7000] })
        let result = try await SampleUpload.form.command(
            resumed + ["-H", "X-One: 1", "-u", "me:secret"], in: files, server.url
        ).run()
        result.expect(.whole)
        let append = try #require(server.requests.last)
        #expect(append.headers(named: "Content-Type") == ["application/partial-upload"])
        #expect(append.headers(named: "Authorization") == ["Basic bWU6c2VjcmV0"])
        #expect(append.header("Upload-Complete") == "?1")
        let total = try #require(server.uploads.first?.length)
        #expect(append.framing == .contentLength(total - 7000))
    }

    /// Standard input is kept, so that a part of it can be sent again.
    @Test(arguments: [["-F", "f=@-"], ["-T", "-"], ["--data-binary", "@-"]])
    func standardInput(arguments: [String]) async throws {
        let bytes = FilePattern().bytes(50_000)
        let server = try ResumableServer(ResumableBehavior().with { $0.cuts = [7000, 30_000] })
        let result = try await Command.formpost(arguments: resumed + arguments + [server.url])
            .with { $0.stdin = .bytes(bytes) }.run()
        result.expect(.whole)
        #expect(
            server.methods == [
                arguments[0] == "-T" ? "PUT" : "POST", "HEAD", "PATCH", "HEAD", "PATCH",
            ])
        let upload = try #require(server.uploads.first)
        let sent = arguments[0] == "-F" ? try upload.form().part("f")?.body : upload.bytes
        #expect(sent == bytes)
        #expect(server.violations == [])
    }

    /// Attempts that bring the upload on do not count; one that does not is the last.
    @Test func countsAttemptsThatMoveNothing() async throws {
        let moving = try ResumableServer(
            ResumableBehavior().with { $0.cuts = (1...10).map { $0 * 1000 } })
        try await SampleUpload.form.command(resumed, in: files, moving.url).run().expect(.whole)
        #expect(moving.methods.count == 21)
        let still = try ResumableServer(
            ResumableBehavior().with { $0.cuts = [Int64](repeating: 5000, count: 10) })
        let result = try await SampleUpload.form.command(resumed, in: files, still.url).run()
        #expect([52, 55, 56].contains(result.exitStatus ?? 0), "\(result)")
        #expect(still.methods.filter { $0 == "PATCH" }.count == 2)
    }

    /// Larger forms than one request may be are sent in several.
    @Test func appendSize() async throws {
        let server = try ResumableServer()
        let result = try await SampleUpload.form.command(
            resumed + ["--append-size", "6000"], in: files, server.url
        ).run()
        result.expect(0, stdout: "stored\n")
        let content = try await SampleUpload.form.content(in: files)
        #expect(try Content(#require(server.uploads.first)) == content)
        let parts = server.requests.filter { $0.body.count > 0 }
        #expect(parts.allSatisfy { $0.body.count <= 6000 })
        #expect(parts.compactMap { $0.header("Upload-Complete") } == ["?0", "?0", "?0", "?1"])
        #expect(server.uploads.first?.length == content.length)
        #expect(server.violations == [])
    }

    /// A server that says nothing of the protocol when it is asked, and knows it.
    @Test(arguments: [204, 405])
    func appendSizeAtASilentServer(status: Int) async throws {
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.script = { $0.operation == .options ? .respond(status) : nil }
            })
        let upload = { (sample: SampleUpload) in
            try await sample.command(resumed + ["--append-size", "9000"], in: files, server.url)
                .run()
        }
        try await upload(.form).expect(0, stdout: "stored\n")
        #expect(server.methods == ["OPTIONS", "POST", "PATCH", "PATCH", "PATCH"])
        let content = try await SampleUpload.form.content(in: files)
        #expect(try Content(#require(server.uploads.first)) == content)
        #expect(server.violations == [])
        // An empty PUT would replace what is there.
        try await upload(.file).expect(.noResumption)
        #expect(server.methods.count == 6)
    }

    /// A server without the protocol would take the first part for the whole.
    @Test(arguments: [(200, [:]), (201, ["Location": "/forms/1"]), (400, [:]), (422, [:])])
    func appendSizeNeedsTheProtocol(status: Int, headers: [String: String]) async throws {
        var response = Response(status, body: "stored\n")
        response.headers += headers.map { (name: $0.key, value: $0.value) }
        let server = try LoopbackServer([.readBody, .respond(response)])
        let result = try await SampleUpload.form.command(
            resumed + ["--append-size", "6000"], in: files, server.url
        ).run()
        result.expect(
            22,
            stderr: "formpost: (22) the server does not say that it takes an upload in several "
                + "requests: nothing of it was sent; leave out --append-size\n")
        #expect(server.requests.map(\.method) == ["OPTIONS", "POST"])
        #expect(server.requests.allSatisfy { $0.body.count == 0 })
    }

    /// An empty form that is refused for another reason.
    @Test func appendSizeAtAStrangersServer() async throws {
        let server = try LoopbackServer(.respond(401, body: "who?\n"))
        let result = try await SampleUpload.form.command(
            resumed + ["--append-size", "6000"], in: files, server.url
        ).run()
        #expect(result.exitStatus == 22 && result.stdoutText == "who?\n", "\(result)")
        #expect(result.stderrText.contains("the server answered 401 Unauthorized"), "\(result)")
    }

    /// Without `--retry` there is no number of retries, and all requests of the upload are counted.
    @Test func withoutRetry() async throws {
        let server = try ResumableServer(ResumableBehavior().with { $0.cuts = [7000] })
        let result = try await SampleUpload.form.command(
            ["--resumable", "-w", "%{size_upload}", "--retry-delay", "0.01"], in: files, server.url
        ).run()
        #expect(result.stderrText.contains("; trying again in 0.01 s\n"), "\(result)")
        let length = try await SampleUpload.form.content(in: files).length
        // The connection may have had more than the server has read.
        let sent = try #require(result.stdoutText.split(separator: "\n").last.flatMap { Int64($0) })
        #expect((length..<2 * length).contains(sent), "\(result)")
        #expect(server.requests.last.map(\.body.count) == length - 7000)
        // A server without the protocol gets the whole body twice; as in curl, the last one counts.
        let plain = try LoopbackServer(
            [.readBody, .respond(503, headers: ["Connection": "close"]), .close], .respond())
        let again = try await SampleUpload.form.command(
            resumed + ["-w", "%{size_upload}"], in: files, plain.url
        ).run()
        again.expect(0, stdout: "\(length)")
    }

    /// A dry run shows the requests with which an upload begins, byte for byte.
    @Test(arguments: [
        ["--tus", "-T", "data"], ["--tus", "--append-size", "6000", "-F", "f=@data", "-F", "a=b"],
        ["--resumable", "--append-size", "6000", "-F", "a=b", "-F", "f=@data"],
        ["--resumable", "-F", "a=b", "-F", "f=@data"], ["--tus", "-T", "empty"],
    ])
    func dryRun(arguments: [String]) async throws {
        try files.directory.file("empty", "")
        let isTus = arguments[0] == "--tus"
        let tus = try TusServer(TusBehavior().with { $0.extensions = ["creation"] })
        let draft = try ResumableServer()
        let url = isTus ? tus.url : draft.url
        let run = { (options: [String]) in
            try await Command.formpost(
                arguments: options + (isTus ? [] : ["--boundary", "B"]) + arguments + [url]
            )
            .with { [files] in $0.workingDirectory = files.directory.path }.run()
        }
        let dry = try await run(["--dry-run=raw"])
        #expect(tus.requests.isEmpty && draft.requests.isEmpty && dry.stderrText == "")
        #expect(try await run(["-sS"]).exitStatus == 0)
        let path = try #require((isTus ? tus.uploads : draft.uploads).first?.path)
        let sent = (isTus ? tus.requests : draft.requests).prefix(3).flatMap { request in
            Array(request.headText.replacing(path, with: "/{upload_url}").utf8)
                + request.body.wire
        }
        #expect(dry.stdout == sent, "\(dry)")
        let table = try await run(["--dry-run"])
        #expect(table.stdoutText.contains("Upload-Length:") && table.stderrText == "")
    }

    /// A server that knows version 6 only, such as NIOResumableUpload.
    @Test(arguments: [6, 8])
    func anOlderServer(version: Int) async throws {
        let server = try LoopbackServer(
            .respond(400, headers: ["Upload-Draft-Interop-Version": "6"]))
        let result = try await SampleUpload.form.command(
            ["-sS", "--resumable=\(version)"], in: files, server.url
        ).run()
        let hint = version == 8 ? ": it has an older version of the protocol: --resumable=6" : ""
        result.expect(22, stderr: "formpost: (22) the server answered 400 Bad Request\(hint)\n")
    }

    /// A busy server may know the protocol all the same.
    @Test func appendSizeAtABusyServer() async throws {
        let server = try LoopbackServer(.respond(503))
        let result = try await SampleUpload.form.command(
            resumed + ["--append-size", "6000"], in: files, server.url
        ).run()
        #expect(result.exitStatus == 22)
        #expect(result.stderrText.contains("503 Service Unavailable"), "\(result)")
        #expect(server.requests.map(\.method) == ["OPTIONS", "OPTIONS"])
    }

    /// A server without the protocol is answered as ever.
    @Test func aServerWithoutTheProtocol() async throws {
        let server = try LoopbackServer(.respond(404, body: "no\n"))
        let options = ["-sS", "--resumable", "--retry", "3"]
        let result = try await SampleUpload.form.command(options, in: files, server.url).run()
        let plain = try await SampleUpload.form.command(["-sS"], in: files, server.url).run()
        #expect(result.outcome == plain.outcome)
        #expect(server.requests.count == 2)
    }

    @Test func saysWhatIsConfirmed() async throws {
        let files = try SampleFiles(size: 100_000)
        let server = try ResumableServer(
            ResumableBehavior().with { $0.confirmsEach = 5000 })
        let result = try await SampleUpload.form.command(
            ["--resumable", "--progress", "json", "--limit-rate", "50k"], in: files, server.url
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stderrText.contains(Said.confirmed), "\(result)")
        #expect(server.methods == ["POST"])
    }
}
