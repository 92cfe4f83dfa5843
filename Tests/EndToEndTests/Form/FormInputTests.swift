import Foundation
import TestSupport
import Testing

/// Inputs without a length or without their beginning: pipes, FIFOs, partly read standard input.
@Suite(.serialized)
struct FormInputTests {
    private let server: LoopbackServer
    private let directory: TemporaryDirectory

    init() throws {
        server = try LoopbackServer()
        directory = try TemporaryDirectory()
    }

    private func upload(
        _ arguments: [String], stdin: Command.Input = .none
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + arguments + [server.url]).with {
            $0.stdin = stdin
            $0.workingDirectory = directory.path
        }.run()
    }

    @Test func aFileOnStandardInputIsSentFromWhereItStands() async throws {
        let path = try directory.file("in.txt", "0123456789")
        for arguments in [["-F", "a=<-"], ["--chunked", "-F", "a=@-"]] {
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            lseek(descriptor, 7, SEEK_SET)
            #expect(
                try await upload(arguments, stdin: .descriptor(descriptor)).outcome == Outcome(0))
        }
        for request in try await server.requests(2) {
            #expect(try request.form().part("a")?.bodyText == "789")
            #expect(request.framing == .contentLength(Int64(request.body.count)))
        }
    }

    @Test func aPipeIsSpooled() async throws {
        let bytes = FilePattern().bytes(3 << 20)
        #expect(try await upload(["-F", "a=@-"], stdin: .bytes(bytes)).outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.framing == .contentLength(request.body.count))
        #expect(try request.form().part("a")?.body == bytes)
    }

    @Test func aPipeIsStreamedOnDemand() async throws {
        let result = try await upload(["--chunked", "-F", "a=@-"], stdin: .bytes("piped"))
        #expect(result.outcome == Outcome(0))
        let request = try await server.request()
        #expect(request.framing == .chunked)
        #expect(try request.form().part("a")?.bodyText == "piped")
    }

    @Test func whatIsStreamedCannotBeSentAgain() async throws {
        let server = try LoopbackServer(
            .respond(307, headers: ["Location": "/again"]), .respond())
        for (arguments, status) in [(["--chunked"], Int32(65)), ([], 0)] {
            let result = try await Command.formpost(
                arguments: ["-sSL"] + arguments + ["-F", "a=@-", server.url]
            ).with { $0.stdin = .bytes("piped") }.run()
            #expect(result.exitStatus == status, "\(result)")
        }
    }

    @Test func tooMuchIsRefusedBeforeItConnects() async throws {
        let arguments = ["--max-spool", "4", "-F", "a=@-"]
        let result = try await upload(arguments, stdin: .bytes("piped"))
        #expect(result.exitStatus == 26)
        #expect(result.leftovers == [])
        #expect(try await upload(arguments, stdin: .bytes("pipe")).outcome == Outcome(0))
        #expect(server.connections.count == 1)
    }

    @Test func aFIFOIsSpooled() async throws {
        let path = directory.path("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Task.detached {
            try FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(
                contentsOf: Data("through a fifo".utf8))
        }
        #expect(try await upload(["-F", "a=@fifo;filename=x.txt"]).outcome == Outcome(0))
        try await writer.value
        let request = try await server.request()
        #expect(request.framing == .contentLength(request.body.count))
        #expect(try request.form().part("a")?.bodyText == "through a fifo")
    }

    @Test func encodersKnowTheirLength() async throws {
        let bytes = FilePattern().bytes(200_000)
        try directory.file("f", bytes)
        for encoder in ["base64", "quoted-printable"] {
            #expect(try await upload(["-F", "a=@f;encoder=\(encoder)"]).outcome == Outcome(0))
        }
        let requests = try await server.requests(2)
        for request in requests {
            #expect(request.framing == .contentLength(request.body.count))
            let lines = try #require(request.form().part("a")).bodyText.split(separator: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        }
        let text = try requests[0].form().part("a")?.bodyText.replacing("\r\n", with: "")
        #expect(Data(base64Encoded: text ?? "") == Data(bytes))
    }

    @Test func sevenBitIsLookedAtBeforeItConnects() async throws {
        try directory.file("f", [0x61, 0xE9])
        for (argument, input) in [("a=@f", ""), ("a=\u{E9}", ""), ("a=@-", "\u{E9}")] {
            let result = try await upload(
                ["-F", argument + ";encoder=7bit"], stdin: .bytes(input))
            #expect(result.exitStatus == 26)
        }
        #expect(server.connections.isEmpty)
    }
}
