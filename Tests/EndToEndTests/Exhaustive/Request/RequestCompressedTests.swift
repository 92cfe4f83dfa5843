import TestSupport
import Testing

/// `--compressed`: the response is decoded, or it is no success.
@Suite(.serialized, .comparesWithCurl)
struct RequestCompressedTests {
    /// `hello\n`, by gzip(1).
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0xE7, 0x02, 0x00, 0x20, 0x30, 0x3A, 0x36, 0x06, 0x00, 0x00, 0x00,
    ]

    /// The same, as a zlib stream.
    private static let zlib: [UInt8] = [
        0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xE7, 0x02, 0x00, 0x08, 0x4B, 0x02, 0x1F,
    ]

    /// The same, by zstd(1).
    private static let zstd: [UInt8] = [
        0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x31, 0x00, 0x00, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x0A,
        0x53, 0x88, 0xBD, 0x91,
    ]

    /// The same, in one block of brotli that is not compressed.
    private static let brotli: [UInt8] = [0x8B, 0x02, 0x80] + Array("hello\n".utf8) + [0x03]

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var coding = "gzip"
        var body: [UInt8]
        var exit: Int32 = 0
        /// Of curl, if it differs: libcurl does not see the end of a coded stream.
        var curls: Int32?
        var stdout: [UInt8] = Array("hello\n".utf8)
        var options = ["--compressed"]

        var testDescription: String { name }
    }

    private static let rows = [
        Row(name: "gzip", body: gzip),
        Row(name: "x-gzip", coding: "x-gzip", body: gzip),
        Row(name: "GZIP", coding: "GZIP", body: gzip),
        Row(name: "identity", coding: "identity", body: Array("hello\n".utf8)),
        Row(name: "not asked for", body: gzip, stdout: gzip, options: []),
        Row(
            name: "asked for by hand", body: gzip, stdout: gzip,
            options: ["-H", "Accept-Encoding: gzip"]),
        Row(name: "unknown", coding: "nonsense", body: gzip, exit: 61, stdout: []),
        Row(name: "no gzip", body: Array("hello, world, how are you?".utf8), exit: 61, stdout: []),
        Row(
            name: "garbage in it",
            body: Array(gzip.prefix(10)) + [0xFF, 0xFF, 0xFF] + gzip.suffix(13),
            exit: 61, stdout: []),
        Row(
            name: "wrong sum", body: Array(gzip.prefix(18)) + [1, 2, 3, 4] + Array(gzip.suffix(4)),
            exit: 61),
        cut("gzip", gzip.prefix(14), "hel"), cut("gzip", gzip.prefix(20)),
        cut("gzip", gzip.dropLast(8)), cut("gzip", gzip.dropLast()),
        cut("gzip", gzip.prefix(5), ""),
        cut("deflate", zlib.dropLast(4)), cut("deflate", zlib.prefix(1), ""),
        cut("deflate", zlib[2..<9]), cut("br", brotli.dropLast()), cut("br", brotli.prefix(2), ""),
        cut("zstd", zstd.dropLast()), cut("zstd", zstd.prefix(5), ""),
        Row(name: "deflate", coding: "deflate", body: zlib),
        Row(name: "deflate without zlib", coding: "deflate", body: Array(zlib[2..<10])),
        Row(
            name: "deflate with a trailer", coding: "deflate",
            body: Array(zlib[2..<10]) + [1, 2, 3, 4]),
        Row(
            name: "many short blocks", coding: "deflate", body: shortBlocks(70_000),
            stdout: [UInt8](repeating: 0x78, count: 70_000)),
        Row(name: "none", coding: "none", body: Array("hello\n".utf8)),
        Row(name: "br", coding: "br", body: brotli),
        Row(name: "zstd", coding: "zstd", body: zstd),
        Row(
            name: "two frames", coding: "zstd", body: zstd + zstd,
            stdout: Array("hello\nhello\n".utf8)),
        Row(name: "more after it", body: gzip + [1, 2, 3], exit: 23),
        Row(name: "nothing", body: [], exit: 0, stdout: []),
        Row(name: "deflate that is none", coding: "deflate", body: gzip, exit: 61, stdout: []),
        Row(name: "br that is none", coding: "br", body: gzip, exit: 61, stdout: []),
        Row(name: "zstd that is none", coding: "zstd", body: gzip, exit: 61, stdout: []),
        Row(
            name: "six codings", coding: "gzip, gzip, gzip, gzip, gzip, gzip", body: gzip, exit: 61,
            stdout: []),
        Row(name: "two codings", coding: "gzip, identity", body: gzip),
    ]

    /// Raw deflate of the letter x, so many times, each in a block that is not compressed.
    private static func shortBlocks(_ count: Int) -> [UInt8] {
        [[UInt8]](repeating: [0, 1, 0, 0xFE, 0xFF, 0x78], count: count).flatMap(\.self)
            + [1, 0, 0, 0xFF, 0xFF]
    }

    /// A body that is whole, of data that is not.
    private static func cut(
        _ coding: String, _ body: some Sequence<UInt8>, _ stdout: String = "hello\n"
    ) -> Row {
        let body = Array(body)
        return Row(
            name: "\(coding), \(body.count) bytes", coding: coding, body: body, exit: 18, curls: 0,
            stdout: Array(stdout.utf8))
    }

    @Test(arguments: Exhaustive.rows(rows))
    func endsAsCurl(row: Row) async throws {
        let response =
            Array(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(row.coding)\r\nContent-Length: \(row.body.count)"
                    .utf8) + Array("\r\n\r\n".utf8) + row.body
        let both = try await SideBySide(
            ["-sS", "-F", "a=b"] + row.options, answers: [.raw(response)])
        let (ours, curls) = (both.formpost.result, both.curl.result)
        #expect(ours.stdout == curls.stdout, "\(ours) \(curls)")
        #expect(curls.exitStatus == row.curls ?? row.exit, "\(ours) \(curls)")
        #expect(ours.exitStatus == row.exit)
        #expect(ours.stdout == row.stdout)
        #expect(ours.stderr.isEmpty == (row.exit == 0))
        #expect(ours.leftovers == [])
    }

    @Test func leavesTheFileThatACutOneWouldReplace() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("answer", "old")
        let server = try LoopbackServer(
            .respond(headers: ["Content-Encoding": "gzip"], body: Array(Self.gzip.dropLast(8))))
        let result = try await Command.formpost(
            "-sS", "--compressed", "-o", "answer", "-F", "a=b", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(
            result.outcome
                == Outcome(
                    18,
                    stderr: "formpost: (18) the response was cut short: its gzip data has no end "
                        + "while receiving the response (6 bytes received)\n"))
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == Array("old".utf8))
    }

    /// 20 MiB of zeros from 646 bytes: a frame of blocks that repeat a byte (RFC 8878 §3.1.1.2).
    @Test func decodesMuchInBoundedMemory() async throws {
        let block: [UInt8] = [0x02, 0x00, 0x10, 0x00]
        let blocks = Array(repeating: block, count: 159).joined() + [0x03, 0x00, 0x10, 0x00]
        let server = try LoopbackServer(
            .respond(
                headers: ["Content-Encoding": "zstd"],
                body: [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38] + Array(blocks)))
        let result = try await Command.formpost(
            "-sS", "--compressed", "-w", "%{stderr}%{size_download}", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stderrText == "646")
        #expect(result.stdout == [UInt8](repeating: 0, count: 20 << 20))
        #expect(result.peakMemory < 100 << 20, "\(result.peakMemory)")
    }
}
