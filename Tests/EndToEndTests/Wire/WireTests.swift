import TestSupport
import Testing

/// The bytes of a form as the server gets them: the literal ones, and those that curl sends.
@Suite(.serialized, .comparesWithCurl)
struct WireTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var arguments: [any RawBytes]
        var parts: [UInt8]
        var input: [UInt8]?

        var testDescription: String { name }

        init(
            _ name: String, _ arguments: [any RawBytes], _ parts: [UInt8]...,
            input: String? = nil
        ) {
            self.name = name
            self.arguments = arguments
            self.parts = Array(parts.joined())
            self.input = input.map { Array($0.utf8) }
        }
    }

    /// A part as it is sent: `-F a=b` is `part("name=\"a\"", "b")`.
    private static func part(
        _ parameters: any RawBytes, _ body: any RawBytes, type: String? = nil
    ) -> [UInt8] {
        Array("--boundary-0\r\nContent-Disposition: form-data".utf8)
            + (parameters.rawBytes.isEmpty ? [] : Array("; ".utf8) + parameters.rawBytes)
            + Array((type.map { "\r\nContent-Type: \($0)" } ?? "").utf8) + Array("\r\n\r\n".utf8)
            + body.rawBytes + Array("\r\n".utf8)
    }

    private static func file(
        _ name: String, _ body: any RawBytes, type: String = "text/plain"
    ) -> [UInt8] {
        part("name=\"f\"; filename=\"\(name)\"", body, type: type)
    }

    private static let text = [
        Row("field", ["-F", "a=b"], part("name=\"a\"", "b")),
        Row("empty value", ["-F", "a="], part("name=\"a\"", "")),
        Row("empty name", ["-F", "=b"], part("", "b")),
        Row("equals signs", ["-F", "a=b=c="], part("name=\"a\"", "b=c=")),
        Row("literal", ["--form-string", "a=@b;type=c"], part("name=\"a\"", "@b;type=c")),
        Row("type", ["-F", "a={};type=a/json"], part("name=\"a\"", "{}", type: "a/json")),
        Row(
            "several", ["-F", "a=1", "-F", "b=2"], part("name=\"a\"", "1"), part("name=\"b\"", "2")),
        Row(
            "repeated names", ["-F", "a=1", "-F", "a=2", "-F", "a=1"], part("name=\"a\"", "1"),
            part("name=\"a\"", "2"), part("name=\"a\"", "1")),
        Row(
            "escapes in a name", ["-F", "a\"b\\c%22;d=e"], part("name=\"a%22b\\c%22;d\"", "e")),
        Row("line ends in a name", ["-F", "a\r\nX: y=e"], part("name=\"a%0D%0AX: y\"", "e")),
        Row("line ends in a value", ["-F", "a=\"\r\nb\n\""], part("name=\"a\"", "\r\nb\n")),
        Row(
            "beyond ASCII", ["-F", "n\u{E4}me=w\u{E9}rt \u{1F600}"],
            part("name=\"n\u{E4}me\"", "w\u{E9}rt \u{1F600}")),
        Row("not normalised", ["-F", "e\u{301}=\u{212B}"], part("name=\"e\u{301}\"", "\u{212B}")),
        Row(
            "not UTF-8", ["-F", [0xFF, 0x3D, 0x80, 0xC3]],
            part(Array("name=\"".utf8) + [0xFF] + Array("\"".utf8), [0x80, 0xC3])),
        Row("looks like a boundary", ["-F", "a=--boundary"], part("name=\"a\"", "--boundary")),
    ]

    private static let files = [
        Row("file", ["-F", "f=@hello.txt"], file("hello.txt", "hello")),
        Row("no extension", ["-F", "f=@x"], file("x", "x", type: "application/octet-stream")),
        Row("in a directory", ["-F", "f=@sub/a.html"], file("a.html", "<p>", type: "text/html")),
        Row("empty", ["-F", "f=@empty.txt"], file("empty.txt", "")),
        Row(
            "type", ["-F", "f=@hello.txt;type=text/x-y; charset=utf-8"],
            file("hello.txt", "hello", type: "text/x-y; charset=utf-8")),
        Row(
            "filename", ["-F", "f=@hello.txt;filename=b.jpg"],
            file("b.jpg", "hello", type: "image/jpeg")),
        Row(
            "type and filename", ["-F", "f=@hello.txt;type=a/b;filename=c d"],
            file("c d", "hello", type: "a/b")),
        Row(
            "escapes in a filename",
            ["-F", "f=@hello.txt;filename=\"a\\\"b\\\\c\r\n.txt\""],
            file("a%22b\\c%0D%0A.txt", "hello")),
        Row("odd name", ["-F", "f=@\"o;d,d .txt\""], file("o;d,d .txt", "odd")),
        Row("bytes", ["-F", "f=@bytes.gif"], file("bytes.gif", bytes, type: "image/gif")),
        Row("content", ["-F", "a=<hello.txt"], part("name=\"a\"", "hello")),
        Row("content of an empty file", ["-F", "a=<empty.txt"], part("name=\"a\"", "")),
        Row(
            "text and files", ["-F", "a=1", "-F", "f=@hello.txt", "-F", "f=@empty.txt"],
            part("name=\"a\"", "1"), file("hello.txt", "hello"), file("empty.txt", "")),
    ]

    private static let input = [
        Row("pipe", ["-F", "f=@-"], part("name=\"f\"; filename=\"-\"", "in"), input: "in"),
        Row("empty pipe", ["-F", "f=@-"], part("name=\"f\"; filename=\"-\"", ""), input: ""),
        Row(
            "pipe with parameters", ["-F", "f=@-;filename=p.txt;type=a/b"],
            file("p.txt", "in", type: "a/b"), input: "in"),
        Row("content of a pipe", ["-F", "a=<-"], part("name=\"a\"", "in"), input: "in"),
    ]

    private static let bytes = (0...255).map { UInt8($0) } + [0x0D, 0x0A, 0x2D, 0x2D, 0x0D]

    private func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.directory("sub")
        for (name, content) in [
            ("hello.txt", "hello"), ("x", "x"), ("empty.txt", ""), ("sub/a.html", "<p>"),
            ("o;d,d .txt", "odd"),
        ] { try directory.file(name, content) }
        try directory.file("bytes.gif", Self.bytes)
        return directory
    }

    @Test(arguments: Exhaustive.rows(text + files + input))
    func isWhatCurlSends(row: Row) async throws {
        let directory = try directory()
        // Without the warning that the input is empty, which curl does not have.
        let both = try await SideBySide(["-s"] + row.arguments) { command in
            command.workingDirectory = directory.path
            if let input = row.input { command.stdin = .bytes(input) }
        }
        let wire = try Wire(try await both.formpost.server.request())
        #expect(wire.body == row.parts + Array("--boundary-0--\r\n".utf8), "\(wire.bodyText)")
        #expect(wire == (try Wire(try await both.curl.server.request())))
        #expect(
            wire.headers == [
                "Host: 127.0.0.1", "Accept: */*", "Content-Type: multipart/form-data; boundary=B",
            ])
        #expect(wire.framing == .contentLength)
        #expect(both.formpost.result.outcome == Outcome(0))
        #expect(both.curl.result.exitStatus == 0)
    }

    /// From where the descriptor stands, without reading what is before or closing it.
    @Test func readsAFileOnStandardInputFromItsOffset() async throws {
        let directory = try directory()
        let script = "{ read line; \"$@\"; }<two"
        try directory.file("two", "first\nsecond\n")
        var bodies: [[UInt8]] = []
        for program in [Command.formpost(), Command.curl()] {
            let server = try LoopbackServer()
            let result = try await Command(
                "/bin/sh",
                arguments: ["-c", script, "sh", program.path, "-sS", "-F", "f=@-", server.url]
            ).with { $0.workingDirectory = directory.path }.run()
            #expect(result.outcome == Outcome(0))
            bodies.append(try Wire(try await server.request()).body)
        }
        #expect(
            bodies[0]
                == Self.part("name=\"f\"; filename=\"-\"", "second\n")
                + Array("--boundary-0--\r\n".utf8))
        #expect(bodies[0] == bodies[1])
    }

    /// Over 1 MiB curl asks before it sends; at 1 MiB it does not.
    @Test(arguments: [(1 << 20) - 4096, 1 << 20, (1 << 20) + 1, 3_000_000])
    func asksBeforeItSendsMuch(size: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.patternFile("big.bin", size: Int64(size))
        let both = try await SideBySide(["-sS", "-F", "f=@" + file])
        let request = try await both.formpost.server.request()
        let wire = try Wire(request)
        #expect(request.header("Expect") == (size < 1 << 20 ? nil : "100-continue"))
        #expect(request.sentContinue == (size >= 1 << 20))
        #expect(try request.form().part("f")?.body == FilePattern().bytes(size))
        #expect(wire == (try Wire(try await both.curl.server.request())))
        #expect(both.formpost.result.outcome == Outcome(0))
    }
}
