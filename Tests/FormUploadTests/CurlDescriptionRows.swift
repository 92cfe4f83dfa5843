import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

extension CurlDescriptionTests {
    /// A request, and the variables that its line needs, with the names of the files in them.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var target = "/up"
        var files: [String: String] = [:]
        var missing: [CurlWriter.Missing] = []
        var ignoresFraming = false
        var options = UploadOptions()
        var change: @Sendable (inout UploadRequest) -> Void = { _ in }
        /// Makes the body from the folder of the files.
        var body: @Sendable (TemporaryDirectory) throws -> EncodedBody?

        static func form(
            _ name: String, files: [String: String] = [:],
            missing: [CurlWriter.Missing] = [], ignoresFraming: Bool = false,
            _ form: @escaping @Sendable (TemporaryDirectory) throws -> MultipartForm
        ) -> Row {
            Row(
                testDescription: name, files: files, missing: missing,
                ignoresFraming: ignoresFraming
            ) { try form($0).body() }
        }

        static func part(
            _ name: String, files: [String: String] = [:],
            missing: [CurlWriter.Missing] = [], ignoresFraming: Bool = false,
            _ part: @escaping @Sendable (TemporaryDirectory) throws -> FormPart
        ) -> Row {
            form(name, files: files, missing: missing, ignoresFraming: ignoresFraming) {
                MultipartForm(parts: [try part($0), .text("after", "1")])
            }
        }

        static func request(
            _ name: String, target: String = "/up", options: UploadOptions = UploadOptions(),
            body: EncodedBody? = URLEncodedForm([("a", "b")]).body(),
            _ change: @escaping @Sendable (inout UploadRequest) -> Void = { _ in }
        ) -> Row {
            Row(
                testDescription: name, target: target, options: options, change: change,
                body: { _ in body })
        }
    }

    static func content(
        _ name: ByteString, index: Int, filename: ByteString? = nil, _ variable: String
    ) -> CurlWriter.Missing {
        .content(PartReference(index: index, name: name, filename: filename), variable: variable)
    }

    static func chunk(_ bytes: some Sequence<UInt8>) -> AsyncStream<[UInt8]> {
        let chunk = Array(bytes)
        return AsyncStream { continuation in
            continuation.yield(chunk)
            continuation.finish()
        }
    }

    static let large = ByteString(repeatElement(0x78, count: 2_000_000))

    static func fields(
        _ fields: (ByteString, FormUpload.HeaderField.Value)...
    ) -> [FormUpload.HeaderField] {
        let all = fields.isEmpty ? several : fields
        return all.compactMap { FormUpload.HeaderField(name: $0.0, value: $0.1) }
    }

    private static let several: [(ByteString, FormUpload.HeaderField.Value)] = [
        ("X-A", .text("it's \"b\"")), ("X-Empty", .empty), ("Accept", .removed),
        ("User-Agent", .text("me")), ("Authorization", .text("Bearer x$y")), ("X-A", .text("2")),
    ]

    /// Every option that curl has, too.
    static let all = UploadOptions {
        $0.acceptsCompressed = true
        $0.redirects.follows = true
        $0.redirects.maximum = 3
        $0.redirects.repeatsBodyAfter = [301, 303]
        $0.redirects.sendsCredentialsToEveryHost = true
        $0.redirects.schemes = ["http"]
        $0.redirects.setsReferer = true
        $0.retry.maximum = 2
        $0.retry.delay = .milliseconds(1200)
        $0.retry.totalTime = .seconds(9)
        $0.retry.alsoAfter = .allErrors
        $0.limits.attempt = .seconds(20)
        $0.limits.connecting = .milliseconds(2050)
        $0.limits.speed = UploadLimits.Speed(bytesPerSecond: 10, time: .milliseconds(1500))
        $0.verifiesCertificates = false
    }

    static func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.file("note.txt", "one\r\ntwo=ü\n")
        try directory.file("style.css", "a{}")
        try directory.file("none", "?")
        try directory.file("zero", "\0")
        try directory.file("sp ace,;\".txt", "blanks")
        try directory.file("b[1-3]", "pattern")
        try directory.file("large", large.bytes)
        return directory
    }
}

extension TemporaryDirectory {
    func bytes(_ name: String) -> ByteString { ByteString(path(name)) }
}

extension UploadOptions {
    init(_ change: (inout UploadOptions) -> Void) {
        self.init()
        change(&self)
    }
}
