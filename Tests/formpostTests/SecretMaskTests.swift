import FormEncoding
import FormUpload
import Testing

@testable import formpost

/// What a server on this machine does not bring about: libcurl's lines about HTTP/2, and very long texts.
@Suite struct SecretMaskTests {
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

    /// Or a server that sends many could hold everything up.
    @Test func urlsCostOnePass() {
        let text = String(repeating: "://", count: 50_000) + "u:p@h"
        let shown = String(decoding: Array(text.utf8).maskingURLs, as: UTF8.self)
        #expect(shown.hasSuffix("u:[masked]@h"))
    }
}
