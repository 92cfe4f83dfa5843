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
        let url = try? UploadURL(foundation: reference, relativeTo: base)
        #expect(url?.text.description == expected)
        guard let url, let libcurls = try? UploadURL(reference, relativeTo: base) else { return }
        #expect(url.scheme == libcurls.scheme)
        #expect(url.host == libcurls.host)
        #expect(url.port == libcurls.port)
        #expect(url.authority == libcurls.authority)
        #expect(url.target == libcurls.target)
        #expect(url.isSameOrigin(as: libcurls))
    }
}
