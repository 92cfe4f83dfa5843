import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// Text that would end a header line or a C string is refused.
@Suite struct RequestTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var field: UploadField?
        var set: @Sendable (inout UploadRequest, inout UploadOptions, ByteString) -> Void

        var testDescription: String { name }

        static func option(_ option: CURLSetting.Option) -> Row {
            Row(name: "\(option)", field: .option(option)) {
                $1.curlSettings = [CURLSetting(option, .string($2))]
            }
        }
    }

    private static let rows = [
        Row(name: "url", field: nil) { $0.urlBytes += $2 },
        Row(name: "method", field: .method) { $0.methodBytes = $2 },
        Row(name: "referer", field: .referer) { $0.referer = $2 },
        Row(name: "content type", field: .contentType) {
            $0.body?.contentType = MediaType(unchecked: $2)
        },
        Row(name: "user agent", field: .userAgent) { $1.userAgentBytes = $2 },
        .option(.cookie), .option(.bearer), .option(.userPassword), .option(.proxyUserPassword),
        .option(.requestTarget),
        Row(name: "proxy header", field: .option(.proxyHeader)) {
            $1.curlSettings = [CURLSetting(.proxyHeader, .lines(["A: b", $2]))]
        },
    ]

    @Test(arguments: rows, [UInt8(0x0D), 0x0A, 0x00])
    func holdsNoLineEnd(row: Row, byte: UInt8) async throws {
        let server = try LoopbackServer()
        for text in [[0x61, byte, 0x62], [byte], [0x61, byte], [byte, 0x61]] as [[UInt8]] {
            var request = UploadRequest(
                url: ByteString(server.url), body: EncodedBody(bytes: "x", contentType: .json))
            for usesHooks in [true, false] {
                var options = UploadOptions(usesHooks: usesHooks)
                row.set(&request, &options, ByteString(bytes: text))
                let uploader = Uploader(options: options)
                await #expect {
                    try await uploader.upload(request)
                } throws: { error in
                    switch error as? UploadFault {
                    case .malformedURL(let url): row.field == nil && url == request.urlBytes
                    case .invalidText(let field): field == row.field
                    default: false
                    }
                }
            }
        }
        #expect(server.connections.isEmpty)
    }

    @Test(arguments: [("http://h/a#b", "POST"), ("h#b", "DELETE"), ("http://h/a?b##", "PUT")])
    func isNotUploadedToAFragment(url: String, method: String) {
        let request = UploadRequest(url: url, method: method, body: EncodedBody(bytes: ""))
        #expect(throws: UploadFault.self) { try request.check(UploadOptions()) }
    }

    @Test(arguments: ["h#b", "http://h/#", "http://h/%23b"])
    func isFetchedWithoutTheFragment(url: String) throws {
        try UploadRequest(url: url, body: nil).check(UploadOptions())
    }

    /// A path with a NUL in it would be another path; line ends may stand in one.
    @Test(arguments: [
        CURLSetting.Option.cookieFile, .cookieJar, .certificate, .key, .caPath, .netrcFile,
        .revocationList, .proxyCAInfo, .pinnedPublicKey, .unixSocket, .abstractUnixSocket,
        .keyPassword, .caInfo,
    ])
    func endsNoPath(option: CURLSetting.Option) throws {
        let request = UploadRequest(url: "http://h/", body: nil)
        var options = UploadOptions()
        options.curlSettings = [CURLSetting(option, .string("a\r\nb"))]
        try request.checkText(options)
        options.curlSettings = [CURLSetting(option, .string("a\0b"))]
        #expect(throws: UploadFault.self) { try request.checkText(options) }
    }
}
