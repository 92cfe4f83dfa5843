import FormEncoding
import FormUpload
import Testing

@testable import formpost

/// Masking does not depend on how the data is split.
@Suite struct SecretMaskTests {
    private static let head = Array(
        ("POST /token:a HTTP/1.1\r\nAuthorization: s3cret\r\nX: y\r\nCOOKIE : s3cret\r\n s3cret\r\n\ts3\r\n"
            + " \r\nA: b\r\nkey:s3cret\nAuthorizationx: shown\r\n\r\n").utf8)
    private static let shownHead =
        "POST /token:a HTTP/1.1\r\nAuthorization: [masked]\r\nX: y\r\nCOOKIE : [masked]\r\n [masked]\r\n"
        + " [masked]\r\n [masked]\r\nA: b\r\nkey: [masked]\nAuthorizationx: shown\r\n\r\n"

    @Test func headsInPieces() {
        for split in 0...Self.head.count {
            for isSent in [true, false] {
                var mask = SecretMask(SecretNames(headers: CredentialNames(adding: ["KEY"])))
                let pieces = [Array(Self.head[..<split]), Array(Self.head[split...])]
                let shown = pieces.flatMap {
                    mask.masking(isSent ? .headSent : .headReceived, $0)
                }
                #expect(String(decoding: shown, as: UTF8.self) == Self.shownHead, "\(split)")
            }
        }
    }

    private static let json = #"{"password":"hunter2","a":{"pin":[1],"token" : 17}}"#

    /// A redirect or a retry can come in the middle of a body.
    @Test(arguments: [
        ("password=hunter2&a=b", "password=*******&a=b", BodyContent.pairs),
        (
            json, #"{"password":"*******","a":{"pin":[1],"token" : **}}"#,
            .json(Array(json.utf8))
        ),
    ]) func dataBeginsAnew(sent: String, shown: String, content: BodyContent) {
        let names = SecretNames(fields: CredentialNames(adding: ["pin"]))
        let (head, body) = (Array("POST / HTTP/1.1\r\n\r\n".utf8), Array(sent.utf8))
        for count in 0...body.count {
            var mask = SecretMask(names, content: content)
            _ = mask.masking(.headSent, head)
            _ = mask.masking(.bodySent, Array(body[..<count]))
            _ = mask.masking(.headSent, head)
            let pieces = [Array(body[..<count]), Array(body[count...])]
            let text = pieces.flatMap { mask.masking(.bodySent, $0) }
            #expect(String(decoding: text, as: UTF8.self) == shown, "\(count)")
        }
    }

    @Test func bodiesWithoutSecretsHaveNoMask() {
        #expect(BodyContent.json(Array(#"{"a":1}"#.utf8)).mask(SecretNames()) == nil)
    }

    private static func form() throws -> MultipartForm {
        let inner = MultipartForm(
            parts: [.text("pw", "s3cret\r\n--"), .text("x", "shown")], boundary: try Boundary("C"))
        let secret = MultipartForm(parts: [.text("y", "s3cret")], boundary: try Boundary("D"))
        let own = try PartHeader("Cookie: s3cret")
        return MultipartForm(
            parts: [
                .text("a", "\r\n-\r\r\n--shown"), .text("PW", "s3cret"),
                FormPart(name: "g", content: .form(inner)),
                FormPart(name: "pw", content: .form(secret)),
                FormPart(name: "h", headers: [own], content: .bytes("shown")),
                .text("pw", ""), .text("pw", "s3cret"),
            ], boundary: try Boundary("B"))
    }

    /// Everything that is no secret, and a star for each byte that is; of a border that comes in
    /// two pieces its beginning may be hidden, and no more than that.
    @Test(arguments: [false, true]) func bodiesInPieces(isChunked: Bool) throws {
        let form = try Self.form()
        let body = Array(try form.body().data())
        var sent = body
        if isChunked {
            sent = []
            for start in stride(from: 0, to: body.count, by: 7) {
                let chunk = body[start..<min(start + 7, body.count)]
                sent += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + [13, 10]
            }
            sent += Array("0\r\n\r\n".utf8)
        }
        let head = Array(
            ("POST / HTTP/1.1\r\n" + (isChunked ? "Transfer-Encoding: chunked\r\n" : "") + "\r\n")
                .utf8)
        var mask = SecretMask(
            SecretNames(fields: CredentialNames(adding: ["pw"])), content: .form(form))
        _ = mask.masking(.headSent, head)
        let whole = mask.masking(.bodySent, sent)
        #expect(whole.count == sent.count)
        let hidden = zip(whole, sent).filter { $0 != $1 }.count
        // `s3cret` five times, with `CRLF--` once, and ` s3cret` of the header.
        #expect(hidden == 4 * 6 + 4 + 6 + 1)
        if !isChunked {
            let text = String(decoding: whole, as: UTF8.self)
            #expect(!text.contains("s3cret"))
            #expect(text.contains("\r\n\r\n\r\n-\r\r\n--shown\r\n--B\r\n"))
            #expect(text.contains("name=\"pw\"\r\n\r\n**********\r\n--C\r\n"))
        }
        for split in 0...sent.count {
            // Each request starts with fresh state, wherever the previous one ended.
            _ = mask.masking(.headSent, head)
            let pieces = [Array(sent[..<split]), Array(sent[split...])]
            let shown = pieces.flatMap { mask.masking(.bodySent, $0) }
            for index in sent.indices where whole[index] != sent[index] {
                #expect(shown[index] == UInt8(ascii: "*"), "\(split) \(index)")
            }
            let surplus = sent.indices.filter {
                shown[$0] != whole[$0] && !(max(0, split - 40)..<split).contains($0)
            }
            #expect(surplus.isEmpty, "\(split)")
        }
    }

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
            "Uses proxy env variable all_proxy == 'u:s3'cret@h:1'\n",
            "Uses proxy env variable all_proxy == 'u:[masked]@h:1'\n"
        ),
        (
            "URL http://u:s'3@cret@h/?a@b and https://a:s3cret@b",
            "URL http://u:[masked]@h/?a@b and https://a:[masked]@b"
        ),
        ("Server auth using Basic with user 'me'\n", "Server auth using Basic with user 'me'\n"),
    ]) func information(_ said: String, _ shown: String) {
        var mask = SecretMask(SecretNames())
        #expect(mask.masking(.information, Array(said.utf8)) == Array(shown.utf8))
    }

    @Test(arguments: [
        ("http://u:p@h/", "http://u:[masked]@h/"), ("http:///u:p@h", "http:///u:[masked]@h"),
        ("http:/u:p@h", "http:/u:[masked]@h"), ("u:p@h", "u:[masked]@h"),
        ("p:p@h", "p:[masked]@h"), ("http://p:p@h?a:b@c", "http://p:[masked]@h?a:b@c"),
        ("http://u@h", "http://u@h"), ("http://:p@h", "http://:[masked]@h"),
        ("http://u:a@b:c@h", "http://u:[masked]@h"), ("h:80/a:b@c", "h:80/a:b@c"),
    ]) func urls(_ url: String, _ shown: String) {
        #expect(ByteString(url).withoutSecrets == ByteString(shown))
    }
}
