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
        ("https://h/", true), ("HTTPS:///h/", true), ("http://h/", false), ("https", false),
        ("https:443", false), ("h/https://", false), ("", false),
    ])
    func isEncryptedByItsScheme(written: String, isHTTPS: Bool) {
        #expect(ByteString(written).isHTTPS == isHTTPS)
    }
}
