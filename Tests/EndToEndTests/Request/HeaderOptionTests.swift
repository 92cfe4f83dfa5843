import TestSupport
import Testing

/// `-H` in its forms and `-X`, on the wire.
@Suite(.serialized)
struct HeaderOptionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String]
        /// Lines that are there, after the boundary was replaced by `B`.
        var present: Set<String>
        /// Names that are not there.
        var absent: Set<String> = []

        var testDescription: String { options.joined(separator: " ") }
    }

    private static let defaults: Set<String> = [
        "Host: 127.0.0.1", "Accept: */*", "Content-Type: multipart/form-data; boundary=B",
    ]

    private static let rows = [
        Row(options: [], present: defaults),
        Row(options: ["-H", "X-A: b"], present: defaults.union(["X-A: b"])),
        Row(options: ["-H", "X-A:b"], present: defaults.union(["X-A: b"])),
        Row(options: ["-H", "X-A:   b  c"], present: defaults.union(["X-A: b  c"])),
        Row(options: ["-H", "X-A: b:c;d"], present: defaults.union(["X-A: b:c;d"])),
        Row(
            options: ["-HX-A: b", "--header", "X-B: c"],
            present: defaults.union(["X-A: b", "X-B: c"])),
        Row(options: ["-H", "X-A;"], present: defaults.union(["X-A: "])),
        Row(options: ["-H", "X-A: "], present: defaults),
        Row(options: ["-H", "Accept:"], present: defaults.subtracting(["Accept: */*"])),
        Row(
            options: ["-H", "accept: text/plain"],
            present: defaults.subtracting(["Accept: */*"]).union(["accept: text/plain"])),
        Row(
            options: ["-H", "Host: other.example"],
            present: defaults.subtracting(["Host: 127.0.0.1"]).union(["Host: other.example"])),
        Row(
            options: ["-H", "Expect: 100-continue"],
            present: defaults.union(["Expect: 100-continue"])),
        Row(options: ["-H", "Expect:"], present: defaults),
        Row(options: ["-H", "Connection: close"], present: defaults.union(["Connection: close"])),
        Row(
            options: ["-H", "Authorization: Bearer x", "-H", "Cookie: a=b"],
            present: defaults.union(["Authorization: Bearer x", "Cookie: a=b"])),
        Row(
            options: ["-H", "Content-Type: multipart/form-data"], present: defaults),
        Row(
            options: ["-H", "content-type: multipart/form-data; charset=utf-8"],
            present: defaults.subtracting(["Content-Type: multipart/form-data; boundary=B"]).union([
                "Content-Type: multipart/form-data; charset=utf-8; boundary=B"
            ])),
    ]

    @Test(.comparesWithCurl, arguments: rows)
    func sendsHeadersAsCurl(row: Row) async throws {
        let both = try await SideBySide(row.options + ["-sS", "-F", "a=b"])
        let ours = try Wire(try await both.formpost.server.request())
        #expect(ours.headers == row.present)
        #expect(ours == (try Wire(try await both.curl.server.request())))
        #expect(both.formpost.result.outcome == Outcome(0))
    }

    /// In the order of the command line, repeated names too, and byte for byte.
    @Test func keepsOrderAndBytes() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "-H", "X-B: 1", "-H", "x-a: 2", "-H", "X-B: 3", "-H",
            Array("X-C: ".utf8) + [0xFF, 0x80],
            "-H", "X-D: caf\u{E9} e\u{301}", "-F", "a=b", server.url
        ).run()
        #expect(result.exitStatus == 0)
        let lines = try await server.request().headers.map(\.line)
        let own = lines.filter { $0.first == UInt8(ascii: "X") || $0.first == UInt8(ascii: "x") }
        #expect(
            own == [
                Array("X-B: 1".utf8), Array("x-a: 2".utf8), Array("X-B: 3".utf8),
                Array("X-C: ".utf8) + [0xFF, 0x80], Array("X-D: caf\u{E9} e\u{301}".utf8),
            ])
    }

    /// Blanks around a value are sent as they were written.
    @Test(
        .comparesWithCurl,
        arguments: [
            "X-A:b", "X-A: b", "X-A: \t b", "X-A:b  ", "X-A:\tb\t", "X-A;", "Accept:text/x",
        ])
    func keepsBlanks(header: String) async throws {
        let both = try await SideBySide(["-sS", "-H", header, "-F", "a=b"])
        let name = header.prefix { $0 != ":" && $0 != ";" }
        var lines: [[[UInt8]]] = []
        for run in [both.formpost, both.curl] {
            let headers = try await run.server.request().headers
            lines.append(headers.filter { $0.name == name }.map(\.line))
        }
        #expect(lines[0] == [Array((header == "X-A;" ? "X-A:" : header).utf8)])
        #expect(lines[0] == lines[1])
    }

    @Test(.comparesWithCurl) func readsHeadersFromAFile() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("headers", "X-A: 1\r\nAccept:\n\nX-B;\nX-C:  2")
        let both = try await SideBySide(["-sS", "-F", "a=b", "-H", "@" + file])
        let ours = try Wire(try await both.formpost.server.request())
        #expect(
            ours.headers == [
                "Host: 127.0.0.1", "Content-Type: multipart/form-data; boundary=B", "X-A: 1",
                "X-B: ",
                "X-C: 2",
            ])
        #expect(ours == (try Wire(try await both.curl.server.request())))
    }

    @Test(.comparesWithCurl, arguments: ["POST", "PUT", "PATCH", "GET", "DELETE", "x-y"])
    func usesTheMethod(method: String) async throws {
        let both = try await SideBySide(
            ["-X", method, "-sS", "-F", "a=b"], target: "/a/b?c=d")
        let ours = try Wire(try await both.formpost.server.request())
        #expect(ours.requestLine == "\(method) /a/b?c=d HTTP/1.1")
        #expect(ours.framing == .contentLength)
        #expect(ours == (try Wire(try await both.curl.server.request())))
    }
}
