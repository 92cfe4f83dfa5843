import FormEncoding
import FormUpload
import Testing

@testable import formpost

/// What a server on this machine does not bring about: libcurl's lines about HTTP/2, and very long texts.
@Suite struct RedactedStreamTests {
    @Test(arguments: [
        ("h2h3 [authorization: s3cret]\n", "h2h3 [authorization: [masked]]\n"),
        ("[HTTP/2] [1] [cookie: a]s3cret]\n", "[HTTP/2] [1] [cookie: [masked]]\n"),
        ("[HTTP/2] [1] [x: shown]\n", "[HTTP/2] [1] [x: shown]\n"),
        (
            "Added cookie a=\"s3cret\" for domain h\" for domain h, path /, expire 0\n",
            "Added cookie a=\"[masked]\" for domain h, path /, expire 0\n"
        ),
        ("Replaced cookie a=\"\u{301}s3cret", "Replaced cookie a=\"[masked]\"\n"),
        (
            "URL http://u:s'3@cret@h/?a@b and https://a:s3cret@b",
            "URL http://u:[masked]@h/?a@b and https://a:[masked]@b"
        ),
        ("Server auth using Basic with user 'me'\n", "Server auth using Basic with user 'me'\n"),
    ]) func information(_ said: String, _ shown: String) {
        var stream = RedactedStream(Redactor())
        #expect(stream.redacted(.information, Array(said.utf8)) == Array(shown.utf8))
    }

    /// The address of an unfinished upload, however long and in whichever pieces: that of a question, not the user's own.
    @Test(arguments: [("POST", false), ("HEAD", true), ("PATCH", true)])
    func targets(_ method: String, _ isHidden: Bool) {
        var stream = RedactedStream(Redactor(), isResumable: true)
        let path = "/" + String(repeating: "a", count: 10_000)
        let shown = isHidden ? "[masked]" : path
        let fields = ["[:method: \(method)]\n", "[:scheme: http]\n", "[:path: \(path)]\n"]
        let lines = fields.map { stream.redacted(.information, Array($0.utf8)) }
        #expect(lines.last == Array("[:path: \(shown)]\n".utf8))
        let head = ["\(method) \(path.dropLast(9))", "\(path.suffix(9)) HTTP/1.1\r\n\r\n"]
        let pieces = head.flatMap { stream.redacted(.headSent, Array($0.utf8)) }
        #expect(pieces == Array("\(method) \(shown) HTTP/1.1\r\n\r\n".utf8))
    }

    /// Or a server that sends many could hold everything up.
    @Test func urlsCostOnePass() {
        let text = String(repeating: "://", count: 50_000) + "u:p@h"
        #expect(Redactor().redact(text).hasSuffix("u:[masked]@h"))
    }

    /// A text is found in whichever pieces it comes, but for a beginning of three bytes.
    @Test(arguments: 1..<16) func pieces(_ size: Int) {
        let redactor = Redactor()
        let secret = Array("0123456789abcdef".utf8)
        redactor.register([Secret(name: "", range: secret.indices)], in: secret)
        var stream = RedactedStream(redactor)
        let bytes = Array("xx".utf8) + secret + Array("yy".utf8)
        let shown = stride(from: 0, to: bytes.count, by: size).flatMap {
            stream.redacted(.bodyReceived, Array(bytes[$0..<min($0 + size, bytes.count)]))
        }
        #expect(shown.suffix(2) == Array("yy".utf8)[...])
        #expect(shown[2..<18].filter { $0 != UInt8(ascii: "*") }.count <= 3)
    }
}
