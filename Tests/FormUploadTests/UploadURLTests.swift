import FormEncoding
import Testing

@testable import FormUpload

/// URLs as libcurl reads them.
@Suite struct UploadURLTests {
    private static let base: ByteString = "http://h:8080/a/b?q#f"

    // MARK: By Foundation, where libcurl cannot be asked

    private static let foundations: [(ByteString, ByteString?, String?)] = [
        ("c", base, "http://h:8080/a/c"), ("../c", base, "http://h:8080/c"),
        ("?d", base, "http://h:8080/a/b?d"), ("//g", base, "http://g/"),
        ("HTTPS://g/x", base, "https://g/x"), ("/%2F", base, "http://h:8080/%2F"),
        ("/a b", base, "http://h:8080/a%20b"), ("h", nil, "http://h/"),
        ("h:80/x", nil, "http://h:80/x"), ("u:p@h/x", nil, "http://u:p@h/x"),
        ("http://h/a/../b", nil, "http://h/b"), ("http://[::1]:8/", nil, "http://[::1]:8/"),
        ("http://", nil, nil), ("http://h:x/", nil, nil), ("http://[::1/", nil, nil),
        ("http://h:99999/", nil, nil),
    ]

    @Test(arguments: foundations)
    func isReadByFoundationToo(
        reference: ByteString, base: ByteString?, expected: String?
    ) throws {
        let text = try? UploadURL.resolvedByFoundation(reference, base)
        #expect(text?.description == expected)
    }

    @Test(arguments: [
        ("http://u:p@h:81/a?b#c", "h", 81, "/a?b"), ("https://[::1]", "[::1]", 443, "/"),
        ("http://[::1]:8?q", "[::1]", 8, "/?q"), ("h:80", "h", 80, "/"),
        ("http://[fe80::1%25eth0]:8/", "[fe80::1]", 8, "/"),
    ])
    func hasParts(url: String, host: String, port: Int, target: String) throws {
        let url = try UploadURL(ByteString(url), relativeTo: nil)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.target == Array(target.utf8))
    }
}
