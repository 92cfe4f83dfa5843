import FormEncoding
import Testing

@testable import FormUpload

@Suite struct ResourceNamesTests {
    @Test(
        arguments: [
            ("http://h/a", "http://h/a"), ("h/a", "http://h/a"), ("HTTP://H:80/a#b", "http://h/a"),
            ("http://u:p@h/a", "http://h/a"), ("https://h:443/", "https://h/"),
            ("http://h:8080", "http://h:8080/"), ("http://h/b/.././a", "http://h/a"),
            ("http://h/b/%2e%2E/a", "http://h/a"), ("http://h/%61%2f%c3%A4", "http://h/a%2F%C3%A4"),
            ("http://h/ä", "http://h/%C3%A4"), ("http://h/(1)", "http://h/%281%29"),
            ("http://h/a?", "http://h/a"), ("http://h/a?%2f&%61", "http://h/a?%2F&%61"),
            ("http://h/.a/..b", "http://h/.a/..b"), ("http://h//a", "http://h//a"),
        ] as [(ByteString, ByteString)])
    func spellings(url: ByteString, name: ByteString) throws {
        var names = ResourceNames()
        #expect(try names.name(of: url) == name)
        // Once more, when it is known where the path begins.
        #expect(try names.name(of: url) == name)
    }

    @Test func whatOptionsSend() throws {
        var names = ResourceNames()
        #expect(try names.name(of: "http://h/a/../b", keepsDotSegments: true) == "http://h/a/../b")
        #expect(try names.name(of: "http://h/a", target: "/%7eb/../c") == "http://h/~b/../c")
    }

    @Test func oneHostAfterTheOther() throws {
        var names = ResourceNames()
        let urls: [ByteString] = ["http://h/a", "http://h.b/a", "http://h:80/a", "http://h/b"]
        let found = try urls.map { url in try names.name(of: url) }
        #expect(found == ["http://h/a", "http://h.b/a", "http://h/a", "http://h/b"])
        #expect(names.isLikeLast("http://h/c d") == false)
        #expect(throws: UploadFault.self) { try names.name(of: "http://h/c d") }
    }
}
