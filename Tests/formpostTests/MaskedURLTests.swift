import FormEncoding
import Testing

@testable import formpost

/// Passwords in URLs, wherever a text has them.
@Suite struct MaskedURLTests {
    private static let texts = [
        ("http://u:p@h/ x", "http://u:[masked]@h/ x"),
        ("a http://u:p@h, https://v:q@i/", "a http://u:[masked]@h, https://v:[masked]@i/"),
        ("x://u:p@q@h", "x://u:[masked]@h"), ("http:///u:p@h", "http:///u:[masked]@h"),
        ("x://://u:p@h", "x://://u:[masked]@h"), ("http://u@h/a:b@c", "http://u@h/a:b@c"),
        ("http://h?a:b@c", "http://h?a:b@c"), ("://", "://"), ("", ""),
        ("http://u:p q@h", "http://u:p q@h"),
        (
            "Link: <http://h/x?token=s3cret>; rel=\"next\"",
            "Link: <http://h/x?token=[masked]>; rel=\"next\""
        ),
        // The password begins within the token, and ends after it.
        ("http://h/x?token=a://u:b\"c@i d", "http://h/x?token=[masked]@i d"),
        ("http://h/x?token=a://u:b@i d", "http://h/x?token=[masked] d"),
        ("http://h/x?token=a://u:@i d", "http://h/x?token=[masked] d"),
    ]

    @Test(arguments: texts)
    func areMasked(text: String, shown: String) {
        #expect(String(decoding: Array(text.utf8).maskingURLs, as: UTF8.self) == shown)
    }

    /// Or a server that sends many could hold everything up.
    @Test func costOnePass() {
        let text = String(repeating: "://", count: 50_000) + "u:p@h"
        let shown = String(decoding: Array(text.utf8).maskingURLs, as: UTF8.self)
        #expect(shown.hasSuffix("u:[masked]@h"))
    }

    /// In an invalid URL the password can be anywhere.
    @Test(arguments: [
        ("http://u:a/b@h/", "http://u:[masked]@h/"), ("u:a?b@h", "u:[masked]@h"),
        ("u:/a@h", "u:[masked]@h"), ("http:/u:p@h", "http:[masked]@h"), ("a@b", "a@b"),
        ("h:x", "h:x"),
    ])
    func areMaskedInWhatIsNoURL(text: String, shown: String) {
        #expect(ByteString(text).withoutAnySecret == ByteString(shown))
    }
}
