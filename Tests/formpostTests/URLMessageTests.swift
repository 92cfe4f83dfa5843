import FormEncoding
import Testing

@testable import formpost

/// The faults of URLs and their places.
@Suite struct URLMessageTests {
    private static let login: String =
        "'@', '/', '?' or '#' in a user or password is not percent-encoded (%40, %2F, %3F, %23)"

    @Test(
        arguments: [
            ("http://h:99999/", "port 99999 is out of range"),
            ("http://h:123456789012345678901/", "port 123456789012345678901 is out of range"),
            ("http://h:x/", "port 'x' is not a number"),
            ("http://h/a b", "a blank after 'http://h/a' (write %20)"),
            (" http://h/", "a blank at its beginning: leave it out"),
            ("http://h/a ", "a blank after 'http://h/a': leave it out"),
            ("http://h/a b", "a blank after 'http://h/a' (write %20)"),
            ("\u{A0}http://h/", "a no-break space at its beginning: leave it out"),
            ("\u{FEFF}http://h/", "a byte order mark at its beginning: leave it out"),
            (
                "http://h/a\r",
                "a carriage return after 'http://h/a': was it read from a file with Windows' line ends?"
            ),
            ("http://h/a\tb", "a tab after 'http://h/a' (write %09)"),
            ("http://h/\r\nX: y", "a line break after 'http://h/'"),
            ("\u{201C}http://h/\u{201D}", "a typographic quote at its beginning: \u{201C}"),
            ("http://h/\u{2019}", "a typographic quote after 'http://h/': \u{2019}"),
            ("http://h/\u{1}", "a control character after 'http://h/'"),
            ("http://[::1/", "the brackets of the IPv6 address in 'http://[::1/' do not match"),
            ("http://", "'http://' has no host"),
            ("http:///x", "'http:///x' has no host that can be read"),
            ("", "it is empty"),
            ("http://u:s3 cret@h/", "a blank before the '@' (write %20)"),
            ("http://u:s3cret@h:99999/", "port 99999 is out of range"),
            ("http://u:p@ss@h/", login), ("http://u:p#ss@h/", login), ("http://u:p/ss@h/", login),
            ("u:p?ss@h", login), ("http://u:12/ss@h/", "the port is out of range, or " + login),
            ("http://u:s3cret@h/a b", "a blank after 'http://u:[masked]@h/a' (write %20)"),
        ] as [(ByteString, String)])
    func invalid(_ url: ByteString, _ fault: String) {
        #expect(Messages.invalidURL(url) == "invalid URL: " + fault)
    }

    @Test(
        arguments: [
            ("/upload", "'/upload' has no host: is a variable empty?"),
            ("http//host/x", "'http//host/x': write http://host/x"),
            ("HTTPS//host", "'HTTPS//host': write https://host"),
            ("http;//host/x", "'http;//host/x': write http://host/x"),
            ("http:///x", "'http:///x' has no host: is a variable empty?"),
            ("HTTPS:///x", "'HTTPS:///x' has no host: is a variable empty?"),
            ("https:", "'https:' has no host"),
            ("http:/host/x", nil), ("http/x", nil), ("httpd//x", nil), ("host/x", nil),
        ] as [(ByteString, String?)])
    func misread(_ url: ByteString, _ message: String?) {
        #expect(Messages.misreadURL(url) == message)
    }
}
