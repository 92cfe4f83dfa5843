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

    private static let absolute: [(ByteString, ByteString, String)] = [
        ("http://h/", "http://h/", "http"), ("h", "http://h/", "http"),
        ("h:80/x", "http://h:80/x", "http"), ("HTTPS://H/x", "https://H/x", "https"),
        ("ftp://h/", "ftp://h/", "ftp"), ("127.1", "http://127.0.0.1/", "http"),
    ]

    @Test(arguments: absolute)
    func readsWhatAUserWrites(text: ByteString, url: ByteString, scheme: String) throws {
        let read = try UploadURL(text, relativeTo: nil)
        #expect(read.text == url)
        #expect(read.scheme == scheme)
    }

    @Test(arguments: ["http://", "http://h:x/", "http://[::1/", "http://a b/"])
    func refuses(text: ByteString) {
        #expect(throws: UploadError.self) { try UploadURL(text, relativeTo: nil) }
    }

    @Test(arguments: [
        ("http://h/", "http://h:80/x?y", true), ("https://h", "https://H:443/", true),
        ("http://h/", "https://h/", false), ("http://h/", "http://h:81/", false),
        ("http://h/", "http://hh/", false), ("http://u:p@h/", "http://h/", true),
    ])
    func comparesOrigins(one: String, other: String, same: Bool) throws {
        let (a, b) = (
            try UploadURL(ByteString(one), relativeTo: nil),
            try UploadURL(ByteString(other), relativeTo: nil)
        )
        #expect(a.isSameOrigin(as: b) == same)
        #expect(b.isSameOrigin(as: a) == same)
    }
}
