import FormEncoding
import Testing

@testable import FormUpload

struct WrittenURLTests {
    @Test(arguments: [
        ("a", "a"), ("%41%7a", "Az"), ("%", "%"), ("%4", "%4"), ("%4g", "%4g"), ("%+1", "%+1"),
        ("%-0", "%-0"), ("%%41", "%A"),
    ])
    func decodesPercentSigns(written: String, decoded: String) {
        #expect(WrittenURL.decoded(Array(written.utf8)[...]) == Array(decoded.utf8))
    }

    @Test(arguments: [
        (#"http://a\@b/"#, true), (#"http://a\b"#, true), (#"http:\/a/"#, true), (#"//a\@b"#, true),
        (#"/\a"#, true), (#"\\a"#, true), (#"http://a/\@b"#, false), (#"http://a?\@b"#, false),
        (#"\a"#, false), (#"a\b"#, false), (#"?\a"#, false), ("http://a@b/", false),
    ])
    func hasAnotherHostForBrowsers(url: String, isDoubtful: Bool) {
        #expect(ByteString(url).hasDoubtfulHost == isDoubtful)
    }
}
