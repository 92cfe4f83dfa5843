import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// `curlDescription`: the line, run by a shell, makes curl send what `Uploader` sends.
@Suite(
    .serialized,
    .enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason)))
struct CurlDescriptionTests {
    private static let texts: [Row] = [
        "b", "", "b;c", "b,c", "a\"b\"", "\"b\"", "\\", "\\\"", "@b", "<b", "(b", ")", "=", "b=c",
        " b", "b ", "\tb\n", "\n", "a\nb\r\nc", "\r", "it's", "$HOME `id` $(id) !!", "ü\u{202E}",
        "\u{1B}[31m", "b;type=x/y", "=)",
    ].flatMap { (text: String) -> [Row] in
        let bytes = ByteString(text)
        return [
            .part("text \(text)") { _ in .text("n", bytes) },
            .part("typed \(text)") { _ in
                .data("n", bytes, contentType: try MediaType("a/b; c=\"d;e\""))
            },
            .part("data \(text)") { _ in .data("n", bytes, filename: "f.bin") },
        ]
    }

    private static let names: [Row] =
        ["a b", "a\"b", "a\\b", "it's", "a\r\nb", "a\0b", "a;b", "@a", "-F", "ü", "$a"].flatMap {
            (name: String) -> [Row] in
            let bytes = ByteString(name)
            return [
                .part("name \(name)") { _ in .text(bytes, "b") },
                .part("filename \(name)") { _ in .data("n", "b", filename: bytes) },
                .form("with backslashes \(name)") { _ in
                    MultipartForm(
                        parts: [.data(bytes, "b", filename: bytes)], escaping: .backslash)
                },
            ]
        } + [.part("no name") { _ in FormPart(name: nil, content: .bytes("b")) }]

    private static let types: [Row] = [
        "a/b", "a/b; charset=utf-8", "a/b;c=d", "a/b ", "a/b;", "a/b; ", "a/b;c=d,e", "a/b,c/d",
        "a/b; filename=x", "a/b;TYPE=x", "a/b; headers=\"X: y\"", "a/b; c=\"d;e\"", "a/b;\tc=d",
        "a/b c", "text/plain", "TEXT/plain; a=b", "a/b; type", "a/b;encoder=base64",
    ].flatMap { (type: String) -> [Row] in
        [
            .part("text of type \(type)") { _ in
                .data("n", "b", contentType: try MediaType(ByteString(type)))
            },
            .part("file of type \(type)") {
                .file(
                    "f", path: $0.bytes("note.txt"), contentType: try MediaType(ByteString(type)))
            },
        ]
    }

    private static let parts: [Row] = [
        .part("empty filename") { _ in .data("n", "b", filename: "") },
        .part("file with an empty filename") {
            .file("f", path: $0.bytes("note.txt"), filename: "")
        },
        .part("two types") {
            FormPart(
                name: "f", filename: "x", contentType: try MediaType("a/b,c"),
                headers: [try PartHeader("Content-Type: q/r")],
                content: .file($0.bytes("note.txt")))
        },
        .part("empty group") { _ in
            FormPart(name: "g", content: .form(MultipartForm()))
        },
        .part("bytes") { _ in .text("n", ByteString(bytes: [0xFF, 0xC3, 0x28, 0x27, 0x80])) },
        .part("file") { .file("f", path: $0.bytes("note.txt")) },
        .part("file of a type unknown to curl") { .file("f", path: $0.bytes("style.css")) },
        .part("file without a type") { .file("f", path: $0.bytes("none")) },
        .part("file with quotes") { .file("f", path: $0.bytes("sp ace,;\".txt")) },
        .part("file by another name") {
            .file("f", path: $0.bytes("note.txt"), filename: "a\"b;c,d.png")
        },
        .part("file of another type") {
            .file("f", path: $0.bytes("note.txt"), contentType: .json)
        },
        .part("file as a field") {
            FormPart(name: "f", content: .file($0.bytes("note.txt")))
        },
        .part("headers") { _ in
            FormPart(
                name: "n", headers: [try PartHeader("X-A: 1;2\\\""), try PartHeader("X-B: c")],
                content: .bytes("b"))
        },
        .part("type as a header") {
            FormPart(
                name: "f", filename: "x.png", headers: [try PartHeader("Content-Type: q/r")],
                content: .file($0.bytes("note.txt")))
        },
        .part("disposition as a header") { _ in
            FormPart(
                name: "n", headers: [try PartHeader("Content-Disposition: x; name=\"y=z\"")],
                content: .bytes("b"))
        },
        .part("verbatim type") { _ in
            FormPart(
                name: "n", contentType: try MediaType(verbatim: "text"), content: .bytes("b"))
        },
        .part("base64") {
            FormPart(
                name: "f", filename: "x", contentType: .octetStream, transferEncoding: .base64,
                content: .file($0.bytes("note.txt")))
        },
        .part("8bit") { _ in
            FormPart(name: "n", transferEncoding: .eightBit, content: .bytes("ü"))
        },
        .part("quoted-printable", missing: [.length], ignoresFraming: true) {
            FormPart(
                name: "f", filename: "x", contentType: .octetStream,
                transferEncoding: .quotedPrintable, content: .file($0.bytes("note.txt")))
        },
        .form("group") {
            MultipartForm(parts: [
                FormPart(
                    name: "g", headers: [try PartHeader("X-G: 1")],
                    content: .form(
                        MultipartForm(
                            parts: [
                                .text("h", "1"), .file("f", path: $0.bytes("style.css")),
                                FormPart(name: nil, content: .bytes("plain")),
                            ], mediaType: try MediaType("multipart/alternative")))),
                .text("after", "1"),
            ])
        },
        .form("groups") { _ in
            let inner = MultipartForm(parts: [.text("i", "1")], mediaType: .formData)
            return MultipartForm(parts: [
                FormPart(
                    name: "g",
                    content: .form(
                        MultipartForm(parts: [FormPart(name: "h", content: .form(inner))])))
            ])
        },
        .form("type of the form") { _ in
            MultipartForm(parts: [.text("a", "b")], mediaType: .mixed)
        },
        .form("no parts") { _ in MultipartForm() },
        Row(
            testDescription: "no parts, and its type",
            change: {
                let type = $0.body?.contentType?.value ?? ""
                $0.headers = fields(("Content-Type", .text(type)))
            }
        ) { _ in try MultipartForm().body() },
    ]

    private static let variables: [Row] = [
        .part("NUL", files: ["N": "zero"], missing: [content("n", index: 0, "N")]) { _ in
            .text("n", "\0")
        },
        .part("much", files: ["N": "large"], missing: [content("n", index: 0, "N")]) { _ in
            .text("n", large)
        },
        .part(
            "stream", files: ["VIDEO": "zero"],
            missing: [content("video", index: 0, filename: "a.mov", "VIDEO")]
        ) { _ in
            .stream(
                "video", .chunks(length: 1) { chunk([0]) }, filename: "a.mov",
                contentType: try MediaType("video/quicktime"))
        },
        .form(
            "streams without a length",
            files: ["SECRET_PATH": "zero", "SECRET_PATH_2": "note.txt"],
            missing: [
                content("path", index: 0, "SECRET_PATH"),
                content("path", index: 1, "SECRET_PATH_2"),
            ]
        ) { _ in
            MultipartForm(parts: [
                .stream("path", .chunks { chunk([0]) }),
                .stream("path", .chunks { chunk("one\r\ntwo=ü\n".utf8) }),
            ])
        },
        Row(
            testDescription: "body with a NUL", files: ["BODY": "zero"],
            missing: [.content(nil, variable: "BODY")]
        ) { _ in EncodedBody(bytes: "\0") },
        Row(
            testDescription: "body with a NUL and a type", files: ["BODY": "zero"],
            missing: [.content(nil, variable: "BODY")]
        ) { _ in EncodedBody(bytes: "\0", contentType: .octetStream) },
    ]

    private static let requests: [Row] = [
        Row(
            testDescription: "large body", files: ["BODY": "large"],
            missing: [.content(nil, variable: "BODY")]
        ) { _ in EncodedBody(bytes: large) },
        .request("URL-encoded form"), .request("no body", body: nil),
        .request("empty body", body: EncodedBody(bytes: "")),
        .request("at sign", body: EncodedBody(bytes: "@note.txt", contentType: .json)),
        .request("JSON", body: EncodedBody(bytes: #"{"a": "b'c"}"#, contentType: .json)),
        .request("line ends", body: EncodedBody(bytes: "a=b\r\n&c", contentType: .urlEncodedForm)),
        .request("PUT", body: EncodedBody(bytes: "x")) { $0.bodyMethod = "PUT" },
        .request("PATCH") { $0.method = "PATCH" },
        .request("DELETE", body: nil) { $0.method = "DELETE" },
        .request("HEAD", body: nil) { $0.method = "HEAD" },
        .request("fields") { $0.headers = fields() },
        .request("own type") { $0.headers = fields(("Content-Type", .text("a/b"))) },
        .request("Basic login") {
            $0.url = $0.url.replacing("//", with: "//me:s%20'e@")
        },
        .request("referer") { $0.referer = "http://there/?a='b" },
        .request("referer for curl") { $0.referer = "x;auto" },
        .request("agent", options: UploadOptions { $0.userAgent = "it's" }),
        .request("no agent", options: UploadOptions { $0.userAgent = nil }),
        .request(
            "login",
            options: UploadOptions { $0.curlSettings = [.init(.userPassword, .string("me:x"))] }),
        .request("limits", options: all),
        .request("pattern", target: "/a[1-3]{b}?c='$d"), .request("dots", target: "/a/../b"),
        Row(testDescription: "file") { try EncodedBody([.file($0.bytes("note.txt"))]) },
        Row(testDescription: "PUT of a file", change: { $0.bodyMethod = "PUT" }) {
            try EncodedBody([.file($0.bytes("b[1-3]"))], contentType: .json)
        },
        Row(testDescription: "PUT of a large file", change: { $0.bodyMethod = "PUT" }) {
            try EncodedBody([.file($0.bytes("large"))])
        },
        Row(
            testDescription: "PUT of a file to a folder", target: "/a/",
            change: { $0.bodyMethod = "PUT" }
        ) { try EncodedBody([.file($0.bytes("note.txt"))]) },
        Row(
            testDescription: "chunks",
            change: { $0.headers = fields(("Transfer-Encoding", .text("chunked"))) }
        ) { try MultipartForm(parts: [.file("f", path: $0.bytes("note.txt"))]).body() },
        Row(
            testDescription: "type with the boundary",
            change: {
                let boundary = $0.body?.form?.boundary.value ?? ""
                $0.headers = fields(
                    ("Content-Type", .text("multipart/form-data; a=b; boundary=" + boundary)))
            }
        ) { _ in try MultipartForm(parts: [.text("a", "b")]).body() },
    ]

    @Test(arguments: Exhaustive.rows(texts + names + types + parts + variables + requests))
    func curlSendsTheSame(row: Row) async throws {
        let files = try Self.directory()
        let server = try LoopbackServer()
        var request = UploadRequest(
            url: ByteString(server.url(row.target)), body: try row.body(files))
        row.change(&request)
        let described = try request.curlDescription(options: row.options, showsSecrets: true)
        #expect(described.missing == row.missing, "\(described)")
        #expect(!described.line.contains("\0"))

        _ = try await Uploader(options: row.options).upload(request) { _ in }
        var shell = Command("/bin/sh", arguments: ["-c", described.line])
        for (variable, file) in row.files { shell.environment[variable] = files.path(file) }
        let curls = try await shell.run()
        #expect(curls.exitStatus == 0, "\(described)\(curls)")
        let sent = try await server.requests(2).map {
            try SentRequest($0, ignoresFraming: row.ignoresFraming)
        }
        #expect(sent[0] == sent[1], "\(described)")
    }
}
