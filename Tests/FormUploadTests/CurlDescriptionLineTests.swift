import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// The line of `curlDescription` as text, and what it says is missing.
@Suite struct CurlDescriptionLineTests {
    private static func described(
        _ body: EncodedBody?, url: ByteString = "http://h/", headers: [FormUpload.HeaderField] = [],
        options: UploadOptions = UploadOptions { $0.userAgent = "me" }
    ) throws -> CurlWriter {
        try UploadRequest(url: url, headers: headers, body: body).curlDescription(options: options)
    }

    private static func described(_ parts: [FormPart]) throws -> CurlWriter {
        try described(MultipartForm(parts: parts).body())
    }

    @Test func filesAreNamed() throws {
        let files = try TemporaryDirectory()
        let path = ByteString(try files.file("a b.png", "x"))
        let description = try Self.described([
            .file("f", path: path),
            .file("g", path: path, filename: "c.css", contentType: .octetStream),
        ])
        #expect(
            description.line == """
                curl -A me -F 'f=@"\(path)"' \
                -F 'g=@"\(path)";type=application/octet-stream;filename=c.css' http://h/
                """)
    }

    @Test func optionsAreCurls() throws {
        #expect(
            try Self.described(nil, options: CurlDescriptionTests.all).line == """
                curl --compressed -H 'Accept-Encoding: deflate, gzip' -e ';auto' \
                --location-trusted --max-redirs 3 --post301 --post303 --proto-redir '=http' \
                --retry 2 --retry-delay 2 --retry-max-time 9 --retry-connrefused \
                --retry-all-errors -m 20 --connect-timeout 2.050 -Y 10 -y 2 -k -A FormUpload http://h/
                """)
    }

    @Test func anAppHasSecretNamesOfItsOwn() throws {
        let options = UploadOptions {
            $0.redirects.credentials = CredentialNames(adding: ["X-Me"])
            $0.curlSettings = [CURLSetting(.userPassword, .string("me:hush"))]
        }
        let headers = CurlDescriptionTests.fields(("X-Me", .text("hush2")))
        #expect(
            try Self.described(nil, headers: headers, options: options).line
                == #"curl -u "me:${PASSWORD:?}" -A FormUpload -H "X-Me: ${X_ME:?}" http://h/"#)
    }

    /// Or curl would ask for it.
    @Test func aLoginHasAnEmptyPassword() throws {
        let options = UploadOptions {
            $0.curlSettings = [CURLSetting(.userPassword, .string("me"))]
        }
        #expect(
            try Self.described(nil, options: options).line
                == "curl -u me: -A FormUpload http://h/")
    }

    @Test func contentOfTheAppIsAVariable() throws {
        let stream = ByteStream.chunks(CurlDescriptionTests.chunk([]))
        let description = try Self.described([
            .stream("video", stream, filename: "day.mov", contentType: try MediaType("video/x"))
        ])
        #expect(
            description.line == """
                curl -A me -H 'Transfer-Encoding: chunked' -H 'Expect: 100-continue' \
                -F "video=@${VIDEO:?};type=video/x;filename=day.mov" http://h/
                """)
    }

    /// curl makes of these parts something else, and the description says so.
    @Test(arguments: [
        (
            FormPart.text("a=b", "c"),
            #"-F '=c;headers="Content-Disposition: form-data; name=\"a=b\""'"#
        ),
        (.text("", "c"), #"-F '=c;headers="Content-Disposition: form-data; name=\"\""'"#),
        (.data("n", "c", filename: "x.png"), "-F 'n=c;filename=x.png'"),
        (
            FormPart(
                name: "g", filename: "x", transferEncoding: .binary,
                content: .form(MultipartForm(parts: []))),
            "-F 'g=(' -F '=)'"
        ),
    ])
    func headersThatCurlWritesOtherwiseAreTold(part: FormPart, words: String) throws {
        let description = try Self.described([.text("x", "y"), part])
        #expect(description.line == "curl -A me -F x=y \(words) http://h/")
        #expect(
            description.missing == [
                .headers(
                    PartReference(index: 1, name: part.nameBytes, filename: part.filenameBytes))
            ])
    }

    @Test func whatCurlLacksIsTold() throws {
        let boundary = try Boundary("B")
        let form = MultipartForm(
            parts: [
                FormPart(
                    name: "q", transferEncoding: .quotedPrintable, content: .bytes("=")),
                FormPart(
                    name: "g",
                    content: .form(
                        MultipartForm(parts: [.text("a\"", "b")], escaping: .backslash))),
            ], boundary: boundary)
        var options = UploadOptions()
        options.curlSettings = [CURLSetting(.proxy, .string("http://p"))]
        options.redirects.follows = true
        options.redirects.keepsDotSegments = true
        var body = try form.body()
        body.contentType = try MediaType("multipart/mixed")
        #expect(
            try Self.described(body, options: options).missing == [
                .field(.option(.pathAsIs)), .field(.option(.proxy)), .field(.contentType),
                .boundary(boundary), .length,
                .headers(PartReference(index: 1, name: "a\"")),
            ])
    }

    /// curl names the parts otherwise in another type.
    @Test(arguments: ["multipart/mixed", "multipart/mixed; boundary=B"])
    func aTypeOfTheAppIsTold(type: String) throws {
        let form = MultipartForm(parts: [.text("a", "b")], boundary: try Boundary("B"))
        let fields = CurlDescriptionTests.fields(("Content-Type", .text(ByteString(type))))
        let missing = try Self.described(form.body(), headers: fields).missing
        #expect(missing == fields.map { .field(.header($0.name)) } + [.boundary(form.boundary)])
    }

    @Test func aRequestThatCannotBeSentIsNotDescribed() throws {
        for url: ByteString in ["http://", "ftp://h/", "http://h/\n"] {
            #expect(throws: UploadFault.self) { try Self.described(nil, url: url) }
        }
    }

    /// As deep as forms can be; the line is made without recursion.
    @Test func aDeepFormHasALine() throws {
        var form = MultipartForm(parts: [.text("a", "b")])
        for _ in 1..<MultipartForm.maximumDepth {
            form = MultipartForm(parts: [FormPart(name: "g", content: .form(form))])
        }
        let body = try form.body()
        let line = try UploadRequest(url: "http://h/", body: body).curlDescription().line
        let depth = MultipartForm.maximumDepth - 1
        #expect(
            line == "curl -A FormUpload" + String(repeating: " -F 'g=('", count: depth)
                + " -F a=b" + String(repeating: " -F '=)'", count: depth) + " http://h/")
    }
}
