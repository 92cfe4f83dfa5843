import FormEncoding
import Testing

@testable import FormUpload

/// URLs as libcurl reads them.
@Suite struct UploadURLTests {
    private static let base: ByteString = "http://h:8080/a/b?q#f"

    @Test(arguments: [
        ("http://h/", "http://h:80/x?y", true), ("https://h", "https://H:443/", true),
        ("http://h/", "https://h/", false), ("http://h/", "http://h:81/", false),
        ("http://h/", "http://hh/", false), ("http://u:p@h/", "http://h/", true),
        ("h", "http://h:80/", true), ("h:443", "https://h/", false),
    ])
    func comparesOrigins(one: String, other: String, same: Bool) throws {
        let (a, b) = (
            try UploadURL(ByteString(one), relativeTo: nil),
            try UploadURL(ByteString(other), relativeTo: nil)
        )
        #expect(a.isSameOrigin(as: b) == same)
        #expect(b.isSameOrigin(as: a) == same)
    }

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

    @Test(arguments: [
        ("http://h/a", "http://u:p@g/", "http://u:p@h/a"), ("http://h/", "g", "http://h/"),
        ("http://v@h/", "http://u:p@g/", "http://v@h/"), ("https://h/", "u@g/x@y", "https://u@h/"),
    ])
    func takesCredentials(url: String, other: String, expected: String) {
        let whole = UploadURL.withCredentials(ByteString(url), of: ByteString(other))
        #expect(whole.description == expected)
    }

    @Test(arguments: [
        ("http://u:p@h/a/../b?c#d", "http://h/a/../b?c"), ("u@h", "http://h/"),
        ("HTTP://h#x@y", "http://h/"),
    ])
    func losesCredentials(url: String, expected: String) {
        let rest = UploadURL.withoutCredentialsAndFragment(ByteString(url))
        #expect(rest.description == expected)
    }
}
