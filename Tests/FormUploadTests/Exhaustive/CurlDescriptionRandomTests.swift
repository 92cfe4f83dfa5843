import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// Random forms of texts that mean something to a shell or to curl, by `Uploader` and by the line of
/// `curlDescription`.
@Suite(
    .serialized,
    .enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason)))
struct CurlDescriptionRandomTests {
    @Test(arguments: 1...Exhaustive.count(80, orElse: 20)) func curlSendsTheSame(seed: Int)
        async throws
    {
        let files = try TemporaryDirectory()
        var forms = RandomForms(seed: UInt64(seed), files: files)
        let server = try LoopbackServer()
        let request = UploadRequest(
            url: ByteString(server.url), body: try forms.form().body())
        let described = try request.curlDescription(showsSecrets: true)
        #expect(described.missing.isEmpty, "\(described)")
        _ = try await Uploader().upload(request) { _ in }
        let curls = try await Command("/bin/sh", arguments: ["-c", described.line]).run()
        #expect(curls.exitStatus == 0, "\(described)\(curls)")
        let sent = try await server.requests(2).map { try SentRequest($0) }
        #expect(sent[0] == sent[1], "\(described)")
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

/// Forms that curl can send, the same ones for the same seed.
private struct RandomForms {
    private var random: SplitMix64
    private let files: TemporaryDirectory
    private var fileCount = 0

    init(seed: UInt64, files: TemporaryDirectory) {
        random = SplitMix64(state: seed)
        self.files = files
    }

    mutating func form() throws -> MultipartForm {
        let escaping: FormEncoding.NameEscaping =
            Bool.random(using: &random) ? .percent : .backslash
        return MultipartForm(parts: try parts(escaping, depth: 0), escaping: escaping)
    }

    private mutating func parts(_ escaping: FormEncoding.NameEscaping, depth: Int) throws
        -> [FormPart]
    {
        try (0...Int.random(in: 0...3, using: &random)).map { _ in
            try part(escaping, depth: depth)
        }
    }

    private mutating func part(_ escaping: FormEncoding.NameEscaping, depth: Int) throws -> FormPart
    {
        var part = FormPart(name: nil, content: .bytes(text()))
        if !isOneIn(8) {
            part.name = ByteString("n") + ByteString(text().filter { $0 != UInt8(ascii: "=") })
        }
        if isOneIn(3) {
            part.headers = [try PartHeader(ByteString("X-A: ") + line() + ByteString("."))]
        }
        if isOneIn(3) { part.contentType = try MediaType(ByteString("a/b; c=") + printable()) }
        if isOneIn(8), depth < 2 {
            let nested = MultipartForm(
                parts: try parts(escaping, depth: depth + 1), escaping: escaping)
            part.content = .form(nested)
            return part
        }
        if isOneIn(4) { part.transferEncoding = isOneIn(2) ? .base64 : .binary }
        if isOneIn(3) { part.filename = text() + ByteString("x") }
        if isOneIn(3) {
            fileCount += 1
            let name = "\(fileCount)" + String(decoding: text().bytes, as: UTF8.self)
            part.content = .file(ByteString(try files.file(name, text().bytes)))
            // curl gives a type to each file with a name.
            if part.filename != nil, part.contentType == nil { part.contentType = .octetStream }
        }
        return part
    }

    private mutating func isOneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    private mutating func text() -> ByteString {
        var text = ByteString()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            text += Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
        }
        return text
    }

    /// Text that a header line can hold.
    private mutating func line() -> ByteString {
        ByteString(text().filter { !$0.endsHeaderLine })
    }

    private mutating func printable() -> ByteString {
        ByteString(text().filter { $0 >= 0x20 && $0 != 0x7F })
    }

    private static let words: [ByteString] =
        [
            "a", "1", "é", " ", "\t", ";", ",", "\"", "\\", "'", "$x", "$(x)", "`", "=", "@", "<",
            "(", ")", "\n", "\r", "%41", "type=", ";filename=y", ";encoder=base64", "headers=", "!",
            "~", "*", "{a,b}", "[1]", "-", "&", "|", "#", "\u{7F}", "\u{1B}",
        ] + [ByteString(bytes: [0xFF]), ByteString(bytes: [0xC3])]
}
