import TestSupport
import Testing

/// `--trace` and `--trace-ascii` in curl's form, with the body.
@Suite(.serialized)
struct TraceTests {
    private static let answer: [UInt8] =
        Array("HTTP/1.1 201 Made\r\nX-A:  b\r\nX-Long: ".utf8)
        + [UInt8](repeating: 0x79, count: 100) + Array("\r\nX-Raw: ".utf8) + [0xFF, 0x09]
        + Array("z\r\nContent-Length: 300\r\n\r\n".utf8) + odd

    /// Every byte, line ends where lines are full, and one at the end.
    private static let odd: [UInt8] =
        Array(0...255) + [UInt8](repeating: 0x41, count: 40) + [13, 10, 13, 10]

    struct Row: Sendable, CustomTestStringConvertible {
        var option: String
        var destination: String
        var testDescription: String { "\(option) \(destination)" }
    }

    private static let rows = ["--trace", "--trace-ascii"].flatMap { option in
        ["file", "-", "%"].map { Row(option: option, destination: $0) }
    }

    /// The trace of the program, and the request that it sent.
    private static func trace(
        _ program: ([any RawBytes]) -> Command, _ row: Row, _ arguments: [any RawBytes],
        _ directory: TemporaryDirectory
    ) async throws -> (text: String, request: RecordedRequest) {
        let server = try LoopbackServer(.raw(answer))
        let file = try directory.file("trace", "what was here before")
        let destination = row.destination == "file" ? file : row.destination
        let result = try await program(
            ["-s", "-o", directory.path("body"), "-A", "agent", row.option, destination]
                + arguments + [server.url("/x")]
        ).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try directory.contents(of: "body") == odd)
        switch row.destination {
        case "-":
            #expect(result.stderrText == "")
            return (result.stdoutText, try await server.request())
        case "%":
            #expect(result.stdoutText == "")
            return (result.stderrText, try await server.request())
        default:
            #expect(result.stdoutText == "" && result.stderrText == "")
            let text = String(decoding: try directory.contents(of: "trace"), as: UTF8.self)
            return (text, try await server.request())
        }
    }

    @Test(.comparesWithCurl, arguments: rows)
    func isThatOfCurl(row: Row) async throws {
        let directory = try TemporaryDirectory()
        let form: [any RawBytes] = [
            "-F", "a=b", "-F", "f=@\(try directory.file("odd", Self.odd));filename=o",
        ]
        let curl = try await Self.trace(Command.curl, row, form, directory)
        let boundary = String(decoding: try curl.request.form().boundary, as: UTF8.self)
        let ours = try await Self.trace(
            Command.formpost, row, ["--boundary", boundary] + form, directory)
        #expect(ours.request.body.bytes == curl.request.body.bytes)

        let (oursBlocks, curlBlocks) = (TraceText(ours.text), TraceText(curl.text))
        #expect(oursBlocks.blocks.map(\.title) == curlBlocks.blocks.map(\.title))
        #expect(oursBlocks.blocks.dropFirst() == curlBlocks.blocks.dropFirst())
        // curl has Content-Length before Content-Type, and we after it.
        for (blocks, request) in [(oursBlocks, ours.request), (curlBlocks, curl.request)] {
            let isASCII = row.option == "--trace-ascii"
            #expect(
                blocks.blocks.first
                    == TraceText.block("=> Send header", request.head, isASCII: isASCII))
            #expect(
                blocks.blocks("=> Send data")
                    == [TraceText.block("=> Send data", request.body.wire, isASCII: isASCII)])
        }
    }

    @Test(arguments: [["--trace-ascii", "-"], ["--trace", "-"], ["-v", "--stderr", "-"]])
    func putsTheTimeBefore(options: [String]) async throws {
        var plain: [String] = []
        for time in [[], ["--trace-time"]] {
            let server = try LoopbackServer(.respond(body: "yes"))
            let result = try await Command.formpost(
                arguments: options + time
                    + ["-s", "-o", "/dev/null", "--boundary", "B", "-A", "x", "-H", "Host: h"]
                    + ["-F", "a=b", server.url]
            ).run()
            #expect(result.exitStatus == 0)
            let marks = ["* ", "> ", "< ", "=> ", "<= ", "== "]
            let lines = result.stdoutText.split(separator: "\n").filter {
                $0.contains("=> ") || $0.contains("<= ") || $0.contains("> ") || $0.contains("< ")
            }
            #expect(lines.count >= 5)
            if time.isEmpty {
                plain = lines.map(String.init)
            } else {
                for line in lines {
                    let rest = try #require(
                        try /^[0-2]\d:[0-5]\d:[0-6]\d\.\d{6} (.*)$/.wholeMatch(in: line)?.1,
                        "\(line)")
                    #expect(marks.contains { rest.hasPrefix($0) })
                }
                #expect(lines.map { String($0.dropFirst(16)) } == plain)
            }
        }
    }

    @Test func cannotBeWritten() async throws {
        let server = try LoopbackServer()
        let url = server.url
        #expect(
            try await Command.formpost("--trace", "/nonexistent/t", "-F", "a=b", url).run().outcome
                == Outcome(
                    23,
                    stderr:
                        "formpost: (23) cannot write /nonexistent/t: No such file or directory\n"
                ))
        #expect(server.connections.isEmpty)
        let full = try await Command.formpost("-s", "-S", "--trace", "/dev/full", "-F", "a=b", url)
            .run()
        #expect(
            full.outcome
                == Outcome(
                    23, stderr: "formpost: (23) cannot write /dev/full: No space left on device\n"))
    }
}
