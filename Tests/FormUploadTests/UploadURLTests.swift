import FormEncoding
import Testing

@testable import FormUpload

/// URLs as libcurl reads them.
@Suite struct UploadURLTests {
    private static let base: ByteString = "http://h:8080/a/b?q#f"

    private static let references: [(ByteString, ByteString)] = [
        ("c", "http://h:8080/a/c"), ("./c", "http://h:8080/a/c"), ("../c", "http://h:8080/c"),
        ("/c", "http://h:8080/c"), ("?d", "http://h:8080/a/b?d"), ("//g", "http://g/"),
        ("http://g/x", "http://g/x"), ("HTTPS://g/x", "https://g/x"),
        ("/a b", "http://h:8080/a%20b"), ("/\u{E4}", "http://h:8080/%c3%a4"),
        ("/%2F", "http://h:8080/%2F"), ("c?d=http://x/", "http://h:8080/a/c?d=http://x/"),
    ]

    @Test(arguments: references)
    func resolvesLocations(reference: ByteString, url: ByteString) throws {
        #expect(try UploadURL(reference, relativeTo: Self.base).text == url)
    }

    private static let written: [(ByteString, ByteString, String)] = [
        ("http://h/x", "http://h/x", "http"), ("h", "http://h/", "http"),
        ("h:80/x", "http://h:80/x", "http"), ("u:p@h/x", "http://u:p@h/x", "http"),
        ("HTTPS://H/x", "https://H/x", "https"), ("ftp://h/x", "ftp://h/x", "ftp"),
        ("ftp.h/x", "http://ftp.h/x", "http"), ("127.1/x", "http://127.0.0.1/x", "http"),
    ]

    /// Without a scheme it is http, also where it is what a redirect leads on from.
    @Test(arguments: written)
    func readsWhatAUserWrites(text: ByteString, url: ByteString, scheme: String) throws {
        for read in [
            try UploadURL(text, relativeTo: nil), try UploadURL("/x", relativeTo: text),
        ] {
            #expect(read.scheme == scheme)
        }
        #expect(try UploadURL(text, relativeTo: nil).text == url)
    }

    @Test(arguments: ["http://", "http://h:x/", "http://[::1/", "http://a b/"])
    func refuses(text: ByteString) {
        #expect(throws: UploadError.self) { try UploadURL(text, relativeTo: nil) }
    }

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

    @Test func takesSecretsOutOfAReferer() {
        #expect(UploadURL.withoutCredentialsAndFragment("http://u:p@h/x?y#z") == "http://h/x?y")
        #expect(UploadURL.withoutCredentialsAndFragment("http://u@h/") == "http://h/")
        #expect(UploadURL.withoutCredentialsAndFragment("http://h/x") == "http://h/x")
    }

    @Test(arguments: [
        ("http://h/x", "http://u:p@h/", "http://u:p@h/x"),
        ("http://h/x", "http://u@h/", "http://u@h/x"),
        ("http://v@h/x", "http://u:p@h/", "http://v@h/x"),
        ("http://h/x", "http://h/", "http://h/x"),
        ("http://h/../x", "http://%3Au:%40@h/", "http://%3au:%40@h/../x"),
    ])
    func takesCredentialsOver(url: String, other: String, result: String) {
        #expect(
            UploadURL.withCredentials(ByteString(url), of: ByteString(other)).description == result)
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

    @Test func leavesDotsInIfAsked() throws {
        for (keeps, path) in [(false, "/b"), (true, "/a/../b")] {
            let url = try UploadURL("/a/../b", relativeTo: "http://h/", keepsDotSegments: keeps)
            #expect(url.text.description == "http://h" + path)
        }
    }
}
