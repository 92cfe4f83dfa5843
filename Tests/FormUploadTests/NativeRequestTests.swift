import FormEncoding
import Foundation
import Testing

@testable import FormUpload

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests for URLSession without hooks, and the refused ones.
@Suite struct NativeRequestTests {
    private static let body = EncodedBody(bytes: "body", contentType: .json)

    private func names(of value: Any) -> Set<String> {
        Set(Mirror(reflecting: value).children.compactMap(\.label))
    }

    /// Decide about a new field without the hooks: in `checkNative` and in `URLRequest.init`, or
    /// elsewhere than in the transport; then here.
    @Test func everyFieldIsDecidedAbout() {
        #expect(
            names(of: UploadOptions()) == [
                "userAgent", "acceptsCompressed", "redirects", "retry", "limits",
                "verifiesCertificates", "certificateAuthorities", "curlSettings", "reportsWire",
                "usesHooks",
            ])
        #expect(
            names(of: UploadRequest(url: "", body: nil)) == [
                "url", "method", "bodyMethod", "headers", "body", "referer", "sendsCredentials",
                "resumption",
            ])
        #expect(
            names(of: UploadLimits()) == [
                "total", "began", "connecting", "stall", "response", "speed",
            ])
        #expect(
            names(of: RedirectPolicy()) == [
                "follows", "maximum", "repeatsBodyAfter", "trustsEveryHost",
                "secretHeaders", "credentials", "schemes", "leavesTLS", "setsReferer",
                "keepsDotSegments",
            ])
        #expect(
            names(of: RetryPolicy()) == [
                "maximum", "delay", "addsJitter", "maximumTime", "retriesRefusedConnections",
                "retriesAllErrors", "retriesLostConnections",
            ])
    }

    /// URLSession's own idle timer, of 60 seconds unless a request has another, would also end the
    /// wait for a slow server. With the hooks and without them, a year is never reached.
    @Test func idlesAsLongAsTheLimitsAllow() throws {
        let upload = try URLRequest(upload: "http://h/")
        #expect(upload.timeoutInterval > 365 * 24 * 60 * 60)
    }

    struct Upload {
        var request = UploadRequest(url: "http://h/", body: body)
        var options = UploadOptions()
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// What is refused over Foundation's libcurl, and on macOS; `nil`: nothing.
        var foundation: UploadField?
        var system: UploadField?
        var set: @Sendable (inout Upload) -> Void

        var testDescription: String { name }

        init(
            _ name: String, _ foundation: UploadField?, _ system: UploadField?,
            _ set: @escaping @Sendable (inout Upload) -> Void
        ) {
            (self.name, self.foundation, self.system, self.set) = (name, foundation, system, set)
        }

        static func header(
            _ name: ByteString, _ value: HeaderField.Value, _ isRefused: (Bool, Bool)
        ) -> Row {
            let field = HeaderField(name: name, value: value)
            let refused = field.map { UploadField.header($0.name) }
            return Row(
                "\(name) \(value)", isRefused.0 ? refused : nil, isRefused.1 ? refused : nil
            ) { $0.request.headers = [field].compactMap { $0 } }
        }

        static func option(
            _ option: CURLSetting.Option, _ value: CURLSetting.Value, isRefused: Bool
        ) -> Row {
            let refused = isRefused ? UploadField.option(option.rawValue) : nil
            return Row("\(option) \(value)", refused, refused) {
                $0.options.curlSettings = [CURLSetting(option, value)]
            }
        }
    }

    private static let latin = ByteString(bytes: [0x61, 0xE9])
    private static let rows: [Row] = [
        Row("nothing", nil, nil) { _ in },
        Row("-k", .verifiesCertificates, .verifiesCertificates) {
            $0.options.verifiesCertificates = false
        },
        Row("authorities, http", nil, nil) { $0.options.certificateAuthorities = "/ca" },
        Row("authorities, https", .certificateAuthorities, .certificateAuthorities) {
            $0.request.url = "HTTPS://h/"
            $0.options.certificateAuthorities = "/ca"
        },
        Row("connecting", .connectTimeout, .connectTimeout) {
            $0.options.limits.connecting = .seconds(1)
        },
        Row("total", nil, nil) { $0.options.limits.total = .seconds(1) },
        Row(
            "dots in a Location", .option(CURLSetting.Option.pathAsIs.rawValue),
            .option(CURLSetting.Option.pathAsIs.rawValue)
        ) {
            $0.options.redirects.follows = true
            $0.options.redirects.keepsDotSegments = true
        },
        Row("wire", .reportsWire, .reportsWire) { $0.options.reportsWire = true },
        Row("compressed", nil, nil) { $0.options.acceptsCompressed = true },
        Row("no user agent", nil, .userAgent) { $0.options.userAgent = nil },
        Row("empty user agent", nil, .userAgent) { $0.options.userAgent = "" },
        Row("Latin-1 user agent", .userAgent, .userAgent) { $0.options.userAgent = latin },
        Row("UTF-8 user agent", nil, .userAgent) { $0.options.userAgent = "\u{E9}" },
        Row("Latin-1 referer", .referer, .referer) { $0.request.referer = latin },
        Row("UTF-8 content type", nil, .contentType) { $0.request.body?.contentType = "a/\u{E9}" },
        Row("other letters in a host", .url, .url) { $0.request.url = "http://\u{E9}.example/" },
        Row("other letters in a path", nil, nil) { $0.request.url = "http://h/\u{E9}" },
        Row("PUT", nil, nil) { $0.request.method = "PUT" },
        Row("a method of its own", nil, nil) { $0.request.method = "foo" },
        Row("put", .method, .method) { $0.request.method = "put" },
        Row("GET with a body", .method, .method) { $0.request.method = "GET" },
        Row("HEAD with a body", .method, .method) { $0.request.method = "HEAD" },
        Row("GET without", nil, nil) {
            $0.request.method = "GET"
            $0.request.body = nil
        },
        Row("the same name twice", .header("A"), .header("A")) {
            $0.request.headers = [field("a", "c"), field("A", "b")]
        },
        .header("X", .text("y"), (false, false)), .header("X", .empty, (false, false)),
        .header("X", .removed, (false, false)), .header("X", .text(latin), (true, true)),
        .header("X", .text("\u{E9}"), (false, true)), .header("Host", .text("g"), (false, true)),
        .header("Accept", .removed, (false, true)), .header("Accept", .text("a/b"), (false, false)),
        .header("User-Agent", .removed, (false, true)),
        .header("Content-Type", .removed, (false, true)),
        .header("Connection", .text("close"), (false, true)),
        .header("Accept-Encoding", .text("gzip"), (true, true)),
        .header("Accept-Encoding", .text("identity"), (false, false)),
        .header("Content-Length", .text("4"), (true, false)),
        .header("Content-Length", .removed, (false, false)),
        .header("Transfer-Encoding", .text("chunked"), (false, false)),
        .option(.userPassword, .string("u:p"), isRefused: false),
        .option(.httpAuthentication, .number(1), isRefused: false),
        .option(.httpAuthentication, .number(64), isRefused: false),
        .option(.httpAuthentication, .number(2), isRefused: true),
        .option(.bearer, .string("t"), isRefused: false),
        .option(.bearer, .string(latin), isRefused: true),
        .option(.cookie, .string("a=b"), isRefused: false),
        .option(.cookie, .string(latin), isRefused: true),
        .option(.protocols, .number(1), isRefused: false),
        .option(.caPath, .string("/"), isRefused: false),
        .option(.cookieFile, .string("f"), isRefused: true),
        .option(.netrc, .number(1), isRefused: true),
        .option(.proxy, .string("h"), isRefused: true),
        .option(.ipVersion, .number(1), isRefused: true),
        .option(.certificateInfo, .number(1), isRefused: true),
    ]

    private static func field(_ name: ByteString, _ value: ByteString) -> HeaderField {
        HeaderField(name: name, value: .text(value)) ?? HeaderField.example
    }

    @Test(arguments: rows)
    func isRefusedOrTaken(row: Row) throws {
        for (means, expected) in [
            (NativeMeans.foundation, row.foundation), (.system, row.system),
        ] {
            var upload = Upload()
            row.set(&upload)
            var refused: UploadField?
            do throws(UploadError) {
                _ = try URLRequest(upload.request, options: upload.options, by: means)
            } catch {
                guard case .needsHooks(let field) = error else {
                    Issue.record("\(error)")
                    continue
                }
                refused = UploadField(named: field)
            }
            #expect(refused == expected)
        }
    }

    /// A header of the user's own replaces the default; elsewhere than over libcurl a length is said.
    @Test func setsFields() throws {
        var request = UploadRequest(url: "http://u:p@h/", body: Self.body)
        request.headers = [Self.field("content-type", "a/b"), Self.field("X", "y")]
        request.referer = "r"
        var options = UploadOptions()
        options.curlSettings = [CURLSetting(.cookie, .string("c=d"))]
        let common = [
            "User-Agent": "FormUpload", "Content-Type": "a/b", "X": "y", "Referer": "r",
            "Cookie": "c=d", "Authorization": "Basic dTpw",
        ]
        let removed = [
            "Accept-Encoding": " ", "Accept-Language": " ", "Connection": " ", "Expect": " ",
        ]
        let foundation = try URLRequest(request, options: options, by: .foundation)
        #expect(lowercased(foundation) == lowercased(common.merging(removed) { $1 }))
        #expect(foundation.url?.absoluteString == "http://h/")
        #expect(foundation.httpMethod == "POST")
        let system = try URLRequest(request, options: options, by: .system)
        #expect(
            lowercased(system)
                == lowercased(
                    common.merging(["Accept-Encoding": "identity", "Content-Length": "4"]) { $1 }))
        request.sendsCredentials = false
        request.url = "http://h/"
        let away = try URLRequest(request, options: options, by: .system)
        #expect(away.value(forHTTPHeaderField: "Cookie") == nil)
        #expect(away.value(forHTTPHeaderField: "Authorization") == nil)
    }

    private func lowercased(_ request: URLRequest) -> [String: String] {
        lowercased(request.allHTTPHeaderFields ?? [:])
    }

    private func lowercased(_ fields: [String: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: fields.map { ($0.key.lowercased(), $0.value) })
    }

    @Test func namesABodyOfNoKind() throws {
        let request = UploadRequest(url: "http://h/", body: EncodedBody(bytes: "x"))
        for means in [NativeMeans.foundation, .system] {
            let made = try URLRequest(request, options: UploadOptions(), by: means)
            #expect(made.value(forHTTPHeaderField: "Content-Type") == "application/octet-stream")
        }
    }

    private static let urls: [(ByteString, String?)] = [
        ("h", "http://h/"), ("HTTP://H:81/a?b#c", "http://H:81/a?b"), ("http://h?a", "http://h/?a"),
        ("http://h/a%20b/%2F%e9", "http://h/a%20b/%2F%e9"),
        ("http://h/a?b[]=1", "http://h/a?b%5b%5d=1"),
        ("http://h/a|b%20{c}\u{E9}", "http://h/a%7cb%20%7bc%7d%c3%a9"),
        ("http://h/%zz%20%2", "http://h/%25zz%20%252"),
    ]

    /// The place stays the same, or there is none.
    @Test(arguments: urls)
    func keepsTheURL(url: ByteString, expected: String?) {
        let request = UploadRequest(url: url, body: nil)
        let made = try? URLRequest(request, options: UploadOptions(), by: .foundation)
        #expect(made?.url?.absoluteString == expected)
    }
}

extension HeaderField {
    fileprivate static var example: HeaderField {
        guard let field = HeaderField(name: "example", value: .empty) else { preconditionFailure() }
        return field
    }
}
