import TestSupport
import Testing

/// `--resumable`, `--append-size` and `--tus`: what is sent, and what is said.
@Suite(.serialized)
struct ResumableTests {
    private static let length: Int64 = 3_000_000
    private static let bytes = FilePattern().bytes(Int(length))

    private func run(_ arguments: String...) async throws -> CommandResult {
        try await Command.formpost(
            arguments: ["-sS", "-m", "60", "--retry-delay", "0.01"] + arguments
        ).run()
    }

    @Test func goesOn() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.patternFile("big.bin", size: Self.length)
        let server = try UploadServer(["POST 1": .cutAfterOffset(1_500_000), "PATCH 1": .cut(9)])
        let result = try await Command.formpost(
            arguments: [
                "--no-progress-meter", "--resumable", "--retry-delay", "0.01", "-F", "a=b",
                "-F", "f=@\(path)", server.url,
            ]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdoutText == "the form's answer")
        #expect(result.stderrText.contains("formpost: going on at 1.4 of 2.8 MiB\n"))
        #expect(!result.stderrText.contains("secret"))
        let creation = server.server.requests[0]
        let form = try ParsedForm(
            contentType: creation.header("Content-Type") ?? "", body: server.bytes)
        #expect(form.parts.map(\.body) == [Array("b".utf8), Self.bytes])
    }

    @Test func sendsNothingElse() async throws {
        let server = try UploadServer(version: 6)
        let result = try await run("--resumable=6", "-d", "x=1", server.url)
        #expect(result.exitStatus == 0 && result.stderrText.isEmpty)
        let request = try await server.server.request()
        #expect(request.header("Upload-Draft-Interop-Version") == "6")
        #expect(request.header("Upload-Complete") == "?1")
        #expect(request.header("Upload-Length") == "3")
        let plain = try await run("--resumable", "--no-resumable", "-d", "x=1", server.url)
        #expect(plain.exitStatus == 0)
        #expect(try await server.server.requests(2)[1].header("Upload-Complete") == nil)
    }

    @Test func pieces() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.patternFile("big.bin", size: Self.length)
        let server = try UploadServer()
        let result = try await run("--resumable", "--append-size", "1M", "-T", path, server.url)
        #expect(result.exitStatus == 0, "\(result)")
        #expect(server.bytes == Self.bytes)
        let offsets = ["0 ?0", "1048576 ?0", "2097152 ?1"].map { "PATCH /r/secret \($0)" }
        #expect(server.requests == ["OPTIONS /form", "PUT /form ?0"] + offsets)
    }

    struct Row: Sendable {
        var arguments: [String]
        var exit: Int32
        var text: String
    }

    private static let failures = [
        Row(
            arguments: ["--append-size", "1M", "-F", "a=b"], exit: 2,
            text: "--append-size needs --resumable or --tus"),
        Row(
            arguments: ["--resumable", "--append-size", "2", "-F", "a=b"], exit: 22,
            text: "the server does not say that it takes an upload in several requests: "
                + "nothing of it was sent; leave out --append-size"),
        Row(
            arguments: ["--resumable=7", "-F", "a=b"], exit: 2,
            text: "--resumable: '7' is not one of 8, 6"),
        Row(
            arguments: ["--tus", "-F", "a=b"], exit: 2,
            text: "--tus uploads one file, as it is: -T FILE, or one -F name=@FILE, "
                + "with texts for its metadata"),
        Row(
            arguments: ["--tus", "-d", "a=b"], exit: 2,
            text: "--tus uploads one file, as it is: -T FILE, or one -F name=@FILE, "
                + "with texts for its metadata"),
        Row(
            arguments: ["--tus", "-F", "f=@/etc/hostname", "-F", "a b=c"], exit: 2,
            text:
                "--tus: 'a b' cannot name metadata: a name is there once, without blanks and commas"
        ),
    ]

    @Test(arguments: failures)
    func fails(row: Row) async throws {
        let server = try LoopbackServer(.respond(body: "as ever"))
        let result = try await Command.formpost(arguments: ["-sS"] + row.arguments + [server.url])
            .run()
        #expect(result.exitStatus == row.exit)
        #expect(result.stderrText.contains(row.text), "\(result.stderrText)")
        #expect(server.requests.allSatisfy { $0.body.count == 0 })
    }

    @Test func aFaultOfTheResource() async throws {
        let server = try UploadServer(["POST 1": .cut(3), "HEAD": .answer(404, [:])])
        let result = try await run("--resumable", "-F", "a=b", server.url)
        #expect(result.exitStatus == 22)
        #expect(
            result.stderrText.contains(
                "the upload cannot go on: the server answered 404 Not Found: upload it again from the start"
            ), "\(result.stderrText)")
        #expect(!result.stderrText.contains("secret"))
    }

    /// A file, and a form of one file whose texts are metadata.
    @Test(arguments: [true, false])
    func tus(isForm: Bool) async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a b.txt", Array("0123456789".utf8))
        let created: KeyValuePairs = ["Location": "/files/1", "Tus-Resumable": "1.0.0"]
        let server = try LoopbackServer { request in
            switch request.method {
            case "OPTIONS": .respond(204, headers: ["Tus-Version": "1.0.0"])
            case "POST": .respond(201, headers: created)
            default: .respond(204, headers: ["Upload-Offset": "10", "Tus-Resumable": "1.0.0"])
            }
        }
        let file = isForm ? ["-F", "k=v", "-F", "f=@\(path)"] : ["-T", path]
        let result = try await Command.formpost(
            arguments: ["-sS", "--tus"] + file + [server.url("/files/")]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        let requests = try await server.requests(3)
        #expect(
            requests.map { "\($0.method) \($0.target)" } == [
                "OPTIONS /files/", "POST /files/", "PATCH /files/1",
            ])
        #expect(requests[2].body.text == "0123456789")
        let own = "filename YSBiLnR4dA==,filetype dGV4dC9wbGFpbg=="
        #expect(requests[1].header("Upload-Metadata") == (isForm ? "k dg==," : "") + own)
        #expect(requests[1].header("Upload-Length") == "10")
    }

    /// One upload for each file, at one URL.
    @Test func tusForEachFile() async throws {
        let directory = try TemporaryDirectory()
        for name in ["a", "b"] { try directory.file(name, Array(name.utf8)) }
        let server = try LoopbackServer { request in
            switch request.method {
            case "OPTIONS": .respond(204, headers: ["Tus-Version": "1.0.0"])
            case "POST":
                .respond(201, headers: ["Location": "/files/\(request.number)"])
            default: .respond(204, headers: ["Upload-Offset": "1"])
            }
        }
        let result = try await Command.formpost(
            arguments: ["-sS", "--tus", "--each", "@\(directory.path)/*", server.url("/files/")]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        let bodies = server.requests.filter { $0.method == "PATCH" }.map(\.body.text)
        #expect(bodies == ["a", "b"])
    }
}
