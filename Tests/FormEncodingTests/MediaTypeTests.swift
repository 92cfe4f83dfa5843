import Testing

@testable import FormEncoding

@Suite struct MediaTypeTests {
    @Test(arguments: [
        "a/b", "text/plain; charset=utf-8", "x/y;type=z/w", "x/y;", "a;filename=b/c", "a,b/c",
        "a/b\tc", "a//", "text/html;q=\"ü\"",
    ])
    func valid(text: String) throws {
        #expect(try MediaType(ByteString(text)).value == ByteString(text))
    }

    @Test(arguments: [
        "", "text", "/b", "a/", "a/;q=1", "a/ b", "a/,b", "a b/c", " a/b", "a/b\r\nX: y", "a/b\n",
        "a/b\r", "a/b\0", "a/b\u{1}", "a/b\u{7F}",
    ])
    func invalid(text: String) {
        #expect(throws: BodyFault.invalidMediaType(ByteString(text))) {
            try facts { try MediaType(ByteString(text)) }
        }
    }

    @Test func verbatimStaysOneLine() throws {
        #expect(try MediaType(verbatim: "text").value == "text")
        #expect(try MediaType(verbatim: "a/b\u{1}\u{7F}").value == "a/b\u{1}\u{7F}")
        for text in ["a\r\nb", "a\0", "a\n"] {
            #expect(throws: BodyFault.invalidMediaType(ByteString(text))) {
                try MediaType(verbatim: ByteString(text))
            }
        }
    }

    @Test(arguments: [
        ("a.tar.GZ", "application/gzip"), ("a.AVIF", "image/avif"), ("a.heic", "image/heic"),
        ("a.webp", "image/webp"), ("a.mp4", "video/mp4"), ("a.mp3", "audio/mpeg"),
        ("a.flac", "audio/flac"), ("a.zip", "application/zip"), ("a.json", "application/json"),
        ("a.csv", "text/csv"), ("a.woff2", "font/woff2"), (".png", "image/png"),
        ("dir.gif/a.js", "text/javascript"), ("a.7z", "application/x-7z-compressed"),
        ("a.webmanifest", "application/manifest+json"), ("a.docx", docx),
        ("a.yaml", "application/yaml"),
        ("png", nil), ("a.", nil), ("", nil), ("a.gif/b", nil), ("a.png ", nil), ("a.zzz", nil),
        ("a.p\u{6E}\u{301}g", nil),
    ])
    func byExtension(name: String, type: String?) {

        #expect(MediaType.forFileExtension(of: ByteString(name))?.description == type)
    }

    @Test func theTable() throws {
        #expect(MediaType.curlsByExtension.count == 10)
        #expect(MediaType.byExtension.count >= 110)
        for (name, type) in MediaType.byExtension {
            #expect(try MediaType(type.value) == type)
            #expect(name == name.lowercased() && name.utf8.count <= 12)
            if let curls = MediaType.curlsByExtension[name] { #expect(type == curls) }
        }
    }

    /// curl's rule, see `lib/mime.c`: the filename first, then the path.
    @Test(arguments: [
        // -F a=@b.gif;filename=c.png
        ("c.png", "b.gif", "image/png"),
        // -F a=@b.gif;filename=c
        ("c", "b.gif", "image/gif"),
        // -F a=@b
        ("b", "b", "application/octet-stream"),
        ("b.txt", "b.txt", "text/plain"),
        // -F a=<b.gif, <b.txt, <b, <b.mp4
        (nil, "b.gif", "image/gif"), (nil, "b.txt", nil), (nil, "b", nil), (nil, "b.mp4", nil),
        // -F a=x;filename=c.txt, c.zzz, c.mp4
        ("c.txt", nil, "text/plain"), ("c.zzz", nil, nil), ("c.mp4", nil, "video/mp4"),
        (nil, nil, nil),
    ])
    func byDefault(filename: String?, path: String?, type: String?) {
        let guess = MediaType.byDefault(
            filename: filename.map { ByteString($0) }, path: path.map { ByteString($0) })
        #expect(guess?.description == type)
    }

    @Test(arguments: [
        ("multipart/form-data", true), ("Multipart/FORM-data; a=b", true),
        ("multipart/form-data\t", true), ("multipart/form-data2", false),
        ("multipart/mixed", false), ("multipart", false),
    ])
    func kind(text: String, isForm: Bool) throws {
        #expect(try MediaType(verbatim: ByteString(text)).isKind(of: .formData) == isForm)
    }

    /// The values of `boundary`, and what is left without them.
    @Test(
        arguments: [
            ("a/b", [], "a/b"), ("a/b; boundary=X", ["X"], "a/b"),
            ("a/b;c=d;BOUNDARY=\"X Y\" ; e=f ", ["X Y"], "a/b;c=d; e=f"),
            (
                "a/b; c=\";boundary=\\\";boundary=X\"; boundary= ", [""],
                "a/b; c=\";boundary=\\\";boundary=X\""
            ),
            ("a/b; boundary=\"a\\\\b\\\"\"; boundary=\"", ["a\\b\"", "\""], "a/b"),
            (
                "a/b; boundaries=X; xboundary=Y; boundary", [],
                "a/b; boundaries=X; xboundary=Y; boundary"
            ),
            ("a/b ;; boundary = X;", ["X"], "a/b ;;"), ("boundary=X", [], "boundary=X"),
        ] as [(ByteString, [ByteString], ByteString)])
    func boundaries(text: ByteString, boundaries: [ByteString], rest: ByteString) throws {
        let type = try MediaType(verbatim: text)
        #expect(type.boundaries == boundaries)
        #expect(type.withoutBoundaries.value == rest)
    }

    /// A literal as well as a variable.
    @Test func aTextIsChecked() throws {
        let text = "text/plain\r\nX: y"
        for text in ["nonsense", text] {
            #expect(throws: BodyFault.invalidMediaType(ByteString(text))) {
                try facts { try MediaType(text) }
            }
        }
        #expect(throws: UploadError.self) { try MediaType("nonsense") }
    }
}

private let docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
