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

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var coding = "gzip"
        var body: [UInt8]
        var exit: Int32 = 0
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
        // What libcurl does not notice.
        Row(name: "cut", body: Array(gzip.prefix(14)), stdout: Array("hel".utf8)),
        Row(name: "cut in the sum", body: Array(gzip.prefix(20))),
        Row(name: "more after it", body: gzip + [1, 2, 3], exit: 23),
        Row(name: "nothing", body: [], exit: 0, stdout: []),
        Row(name: "deflate that is none", coding: "deflate", body: gzip, exit: 61, stdout: []),
        Row(name: "br that is none", coding: "br", body: gzip, exit: 61, stdout: []),
        Row(name: "zstd that is none", coding: "zstd", body: gzip, exit: 61, stdout: []),
        Row(name: "two codings", coding: "gzip, identity", body: gzip),
    ]

    @Test(arguments: rows)
    func endsAsCurl(row: Row) async throws {
        let response =
            Array(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(row.coding)\r\nContent-Length: \(row.body.count)"
                    .utf8) + Array("\r\n\r\n".utf8) + row.body
        let both = try await SideBySide(
            ["-sS", "-F", "a=b"] + row.options, answers: [.raw(response)])
        let (ours, curls) = (both.formpost.result, both.curl.result)
        #expect(ours.stdout == curls.stdout, "\(ours) \(curls)")
        #expect(ours.exitStatus == curls.exitStatus, "\(ours) \(curls)")
        #expect(ours.exitStatus == row.exit)
        #expect(ours.stdout == row.stdout)
        #expect(ours.stderr.isEmpty == (row.exit == 0))
        #expect(ours.leftovers == [])
    }
}
