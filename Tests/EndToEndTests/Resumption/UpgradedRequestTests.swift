import TestSupport
import Testing

/// `--resumable`: how a request that is upgraded goes on. For its headers see Scenarios/resumption.txt.
@Suite struct UpgradedRequestTests {
    private let files: SampleFiles

    init() throws { files = try SampleFiles(size: 20_000) }

    /// The answer is that of the form, whichever request brings it.
    @Test(arguments: [6, 8])
    func goesOnWhereItStopped(version: Int) async throws {
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.version = version
                $0.cuts = [7000]
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
        try await upload(.file).expect(Ending(exit: 22, message: "several requests"))
        #expect(server.methods.count == 6)
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
