import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// A POST of a small form, held in memory, for apps that keep URLSession: with `httpBody`,
    /// `Content-Type`, and the `Content-Length` that URLSession derives from them.
    ///
    /// Reads every part; throws `FormError` if the form cannot be sent, also because a file cannot be read,
    /// and `BodyError` if that fails later. Blocks while it reads. A large form is better sent by `Uploader`,
    /// and so must be one with a stream of an asynchronous sequence.
    public init(url: URL, form: MultipartForm) throws {
        self.init(url: url)
        let body = try form.body()
        httpMethod = "POST"
        httpBody = try body.data()
        setValue(body.contentType?.description, forHTTPHeaderField: "Content-Type")
    }
}

extension URLRequest {
    /// The request for URLSession without the hooks.
    ///
    /// Anything that URLSession does not support is refused, never ignored.
    init(_ request: UploadRequest, options: UploadOptions) throws(UploadError) {
        try request.checkNative(options)
        try self.init(request, options: options, by: .current)
    }

    init(
        _ request: UploadRequest, options: UploadOptions, by means: URLSessionCapabilities
    ) throws(UploadError) {
        try request.checkNative(options, by: means)
        let written = WrittenURL(request.url)
        let url = try request.nativeURL(options)
        try self.init(upload: url)
        let method = request.effectiveMethod.description
        httpMethod = method
        guard httpMethod == method else { throw .needsHooks(UploadField(.method)) }
        for (name, value) in request.nativeFields(options, login: written.login, means) {
            switch value {
            case .text(let text): setValue(text.description, forHTTPHeaderField: name)
            case .empty: setValue("", forHTTPHeaderField: name)
            // libcurl leaves out a field of blanks; elsewhere the field has not been set.
            case .removed: setValue(means.removesFields ? " " : nil, forHTTPHeaderField: name)
            }
        }
    }

    /// A POST without URLSession's idle timeout, which would also limit the server's time to
    /// respond.
    init(upload text: String) throws(UploadError) {
        guard let url = URL(string: text) else { throw .malformedURL(ByteString(text)) }
        self.init(url: url)
        httpMethod = "POST"
        timeoutInterval = 100_000_000
    }

    /// The request by which the hooks know a transfer.
    init(placeholder text: String) throws(UploadError) {
        guard let url = URL(string: text) else { throw .malformedURL(ByteString(text)) }
        self.init(url: url)
        // More seconds than Dispatch can count: URLSession's timer for them never starts. To start and to
        // cancel it would take Dispatch's own thread twice. `init(url:timeoutInterval:)` does not count as set.
        timeoutInterval = 1_000_000_000_000
    }
}

extension UploadRequest {
    /// The URL in ASCII, without user and password, which are sent in a field.
    fileprivate func nativeURL(_ options: UploadOptions) throws(UploadError) -> String {
        let read = try UploadURL(url, relativeTo: nil)
        guard read.scheme == "http" || read.scheme == "https", options.allows(read.scheme) else {
            throw .unsupportedScheme(ByteString(read.scheme))
        }
        let written = WrittenURL(read.text)
        let target = Self.escaped(written.target)
        let text = String(
            decoding: Array("\(read.scheme)://".utf8) + written.place + target, as: UTF8.self)
        // Foundation escapes invalid characters; the host and port must not change.
        guard let native = URL(string: text) else { throw .malformedURL(url) }
        let sent = WrittenURL(ByteString(native.absoluteString)).target
        guard WrittenURL.decoded(sent[...]) == WrittenURL.decoded(target[...]) else {
            throw .needsHooks(UploadField(.url))
        }
        return text
    }

    /// Escapes characters that are invalid in a URL: Foundation would escape them together with
    /// existing percent signs.
    private static func escaped(_ target: [UInt8]) -> [UInt8] {
        target.indices.flatMap { index -> [UInt8] in
            let byte = target[index]
            let isEscape =
                target[index...].prefix(3).count == 3
                && target[index...].dropFirst().prefix(2).allSatisfy(\.isHexadecimal)
            let isAllowed =
                (0x21...0x7E).contains(byte) && !"\"<>[\\]^`{|}".utf8.contains(byte)
                && (byte != UInt8(ascii: "%") || isEscape)
            let digits = String(byte, radix: 16)
            return isAllowed ? [byte] : Array("%\(byte < 16 ? "0" : "")\(digits)".utf8)
        }
    }

    /// The fields to set; the user's own replace the defaults.
    fileprivate func nativeFields(
        _ options: UploadOptions, login: [UInt8]?, _ means: URLSessionCapabilities
    ) -> [(String, HeaderField.Value)] {
        let own = Set(headers.map { $0.name.description.lowercased() })
        var fields: [(name: String, value: HeaderField.Value?)] = [
            ("User-Agent", options.userAgent.flatMap { $0.bytes.isEmpty ? nil : .text($0) }),
            // URLSession's default would be a URL-encoded form; RFC 9110 §8.3 has this one.
            ("Content-Type", body.map { .text(($0.contentType ?? .octetStream).value) }),
            ("Referer", referer.map { .text($0) }),
            ("Authorization", authorization(options, login).map { .text(ByteString(bytes: $0)) }),
            ("Cookie", sendsCredentials ? options.string(.cookie).map { .text($0) } : nil),
        ]
        if !options.acceptsCompressed {
            fields.append(("Accept-Encoding", means.removesFields ? .removed : .text("identity")))
        }
        if means.removesFields {
            fields += [("Accept-Language", .removed), ("Connection", .removed)]
            if hasSmallBody { fields.append(("Expect", .removed)) }
        }
        if means.announcesLength, !isChunked, let length = body?.contentLength {
            fields.append(("Content-Length", .text(ByteString("\(length)"))))
        }
        // URLSession must not add fields of its own.
        let defaults = fields.filter { !own.contains($0.name.lowercased()) }
            .compactMap { name, value in
                value.map { (name, $0) } ?? (name == "User-Agent" ? (name, .removed) : nil)
            }
        return defaults
            + headers.filter { !$0.isFraming }.map { ($0.name.description, $0.value) }
    }

    /// The options' credentials are for the first host, a login in the URL is for the URL's host.
    private func authorization(_ options: UploadOptions, _ login: [UInt8]?) -> [UInt8]? {
        (sendsCredentials ? options : UploadOptions()).authorization(login)
    }
}

extension UInt8 {
    /// A digit after a `%`.
    var isHexadecimal: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lowercased)
    }
}

extension UploadOptions {
    /// `--proto`: bits of `CURLPROTO_HTTP` and `CURLPROTO_HTTPS`.
    func allows(_ scheme: String) -> Bool {
        number(.protocols).map { $0 & (scheme == "https" ? 2 : 1) != 0 } ?? true
    }
}

/// Finds fields and options that plain URLSession does not support, so that they are refused and
/// not ignored. Decide here about each new field of a request or its options.
extension UploadRequest {
    /// Throws `.needsHooks` for the first one found: on Linux for the request itself.
    package func checkNative(_ options: UploadOptions) throws(UploadError) {
        #if os(Linux)
            // URLSession would send no length, and report an untrusted certificate as a lost connection.
            if options.usesHooks { throw .needsHooks(UploadField(.request)) }
        #endif
        try checkNative(options, by: .current)
    }

    func checkNative(_ options: UploadOptions, by means: URLSessionCapabilities) throws(UploadError)
    {
        if let field = options.needingHooks(isSecure: isSecure, means) ?? needingHooks(means) {
            throw .needsHooks(UploadField(field))
        }
        try checkHeaders(options, means)
    }

    private var isSecure: Bool {
        WrittenURL(url).text.bytes.prefix(6).elementsEqual("https:".utf8) { $0.lowercased == $1 }
    }

    private func needingHooks(_ means: URLSessionCapabilities) -> UploadField.Kind? {
        // Hosts that are not ASCII need IDNA.
        if WrittenURL(url).place.contains(where: { $0 >= 0x80 }) { return .url }
        if let method {
            // URLSession changes these methods to upper case, and sends no body with two of them.
            let name = method.description.uppercased()
            let isChanged = name != method.description && Self.capitalized.contains(name)
            if isChanged || body != nil && Self.bodiless.contains(name) { return .method }
        }
        let texts: [(UploadField.Kind, ByteString?)] = [
            (.contentType, body?.contentType?.value), (.referer, referer),
        ]
        return texts.first { !means.sends($0.1) }?.0
    }

    private static let capitalized: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "PATCH", "TRACE",
    ]
    private static let bodiless: Set<String> = ["GET", "HEAD", "CONNECT"]

    private func checkHeaders(
        _ options: UploadOptions, _ means: URLSessionCapabilities
    ) throws(UploadError) {
        var texts: Set<String> = []
        for field in headers {
            let name = field.name.description.lowercased()
            let isPossible =
                switch field.value {
                case .removed:
                    field.isFraming || means.removesFields || !means.addedFields.contains(name)
                case .empty: !means.ownFields.contains(name)
                case .text where field.isNamed("Content-Length"):
                    means.announcesLength && body != nil
                // URLSession decodes the response even if the user set the field.
                case .text(let text) where field.isNamed("Accept-Encoding"):
                    (options.acceptsCompressed || text == "identity") && means.sends(text)
                case .text(let text):
                    !means.ownFields.contains(name) && means.sends(text)
                }
            // URLSession joins repeated fields.
            let isFirst = field.value == .removed || texts.insert(name).inserted
            guard isPossible, isFirst else {
                throw .needsHooks(UploadField(.header(field.name)))
            }
        }
    }
}

extension UploadOptions {
    /// The first option that plain URLSession does not support.
    fileprivate func needingHooks(isSecure: Bool, _ means: URLSessionCapabilities) -> UploadField
        .Kind?
    {
        if !verifiesCertificates { return .verifiesCertificates }
        // Checked for https only: they may come from the environment.
        if isSecure, certificateAuthorities != nil { return .certificateAuthorities }
        if limits.connecting != nil { return .connectTimeout }
        if redirects.follows, redirects.keepsDotSegments {
            return .option(CURLSetting.Option.pathAsIs.rawValue)
        }
        if reportsWire { return .reportsWire }
        let sendsNone = userAgent?.bytes.isEmpty ?? true
        if sendsNone ? !means.removesFields : !means.sends(userAgent) { return .userAgent }
        return curlSettings.first { !$0.isNative(isSecure: isSecure, means) }
            .map { .option($0.option.rawValue) }
    }
}

extension CURLSetting {
    /// Whether the option needs no hooks: a header field has the same effect, it is for TLS and the
    /// URL is not https, or the uploader checks it. All other options need the hooks.
    fileprivate func isNative(isSecure: Bool, _ means: URLSessionCapabilities) -> Bool {
        switch (option, value) {
        case (.bearer, .string(let text)), (.cookie, .string(let text)): means.sends(text)
        case (.userPassword, _), (.protocols, _), (.acceptEncoding, _): true
        case (.httpAuthentication, _): authentication?.needsChallenge == false
        case (.caPath, _): !isSecure
        default: false
        }
    }
}

extension URLSessionCapabilities {
    /// Whether the bytes of a field's value are sent unchanged.
    fileprivate func sends(_ value: ByteString?) -> Bool {
        guard let value else { return true }
        return sendsUTF8
            ? Array(value.description.utf8) == value.bytes : value.bytes.allSatisfy { $0 < 0x80 }
    }
}

/// The capabilities of URLSession without the hooks.
struct URLSessionCapabilities: Sendable {
    /// Whether it can leave out a default field (`-H 'Accept:'`).
    var removesFields: Bool
    /// Whether it sends the length of a streamed body; otherwise it sends chunks.
    var announcesLength: Bool
    /// Whether it sends UTF-8 in fields unchanged.
    var sendsUTF8: Bool
    /// Fields that it adds by itself, in lower case.
    var addedFields: Set<String> = []
    /// Fields that it may overwrite or leave out, in lower case.
    var ownFields: Set<String> = []

    /// swift-corelibs-foundation over libcurl, which leaves out a field of blanks.
    static let foundation = URLSessionCapabilities(
        removesFields: true, announcesLength: false, sendsUTF8: true)

    /// The URLSession of macOS (`URLRequest`'s documentation, 'Reserved HTTP Headers').
    static let system = URLSessionCapabilities(
        removesFields: false, announcesLength: true, sendsUTF8: false,
        addedFields: [
            "accept", "accept-encoding", "accept-language", "connection", "content-length",
            "content-type", "host", "user-agent",
        ],
        ownFields: [
            "connection", "host", "proxy-authenticate", "proxy-authorization", "www-authenticate",
        ])

    #if canImport(FoundationNetworking)
        static let current = foundation
    #else
        static let current = system
    #endif
}

/// The body of a request as an `InputStream`, for URLSession without the hooks. A new one is needed
/// each time the body is sent.
final class BodyStream: InputStream {
    private let readBytes: (UnsafeMutableRawBufferPointer) -> Int
    private var status = Stream.Status.notOpen

    /// `read` returns how many bytes it has put into the buffer, 0 at the end, -1 to abort.
    init(read: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
        readBytes = read
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { status == .open }

    override func open() { status = .open }
    override func close() { status = .closed }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
        guard status == .open else { return status == .atEnd ? 0 : -1 }
        let read = readBytes(UnsafeMutableRawBufferPointer(start: buffer, count: count))
        if read == 0 { status = .atEnd }
        if read < 0 { status = .error }
        return read
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}
