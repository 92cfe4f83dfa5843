import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// A POST of a small form, held in memory, for apps that keep URLSession: with `httpBody`,
    /// `Content-Type`, and the `Content-Length` that URLSession derives from them.
    ///
    /// Blocks while it reads every part, and throws if a file cannot be read or the form cannot be sent. A large form
    /// is better sent by an `Uploader`, and one with a stream of an asynchronous sequence has to be.
    public init(url: URL, form: MultipartForm) throws(UploadError) {
        self.init(url: url)
        let body = try form.body()
        httpMethod = "POST"
        httpBody = try body.data()
        setValue(body.contentType?.description, forHTTPHeaderField: "Content-Type")
    }

    /// The request for URLSession without the hooks, and without its idle timeout, which would also limit the
    /// server's time to respond.
    ///
    /// Anything that URLSession does not support is refused, never ignored.
    init(_ request: UploadRequest, options: UploadOptions) throws(UploadFault) {
        try request.checkNative(options)
        self.init(url: try request.nativeURL(options))
        timeoutInterval = 100_000_000
        let method = request.effectiveMethod.description
        httpMethod = method
        guard httpMethod == method else { throw .needsHooks(.method) }
        for (name, value) in request.nativeFields(options) {
            setValue(value, forHTTPHeaderField: name)
        }
    }

    /// The request by which the hooks know a transfer.
    init(placeholder text: String) throws(UploadFault) {
        guard let url = URL(string: text) else { throw .malformedURL(ByteString(text)) }
        self.init(url: url)
        // More seconds than Dispatch can count: URLSession's timer for them never starts. To start and to
        // cancel it would take Dispatch's own thread twice. `init(url:timeoutInterval:)` does not count as set.
        timeoutInterval = 1_000_000_000_000
    }
}

extension UploadRequest {
    /// The URL in ASCII, without user and password, which are sent in a field.
    fileprivate func nativeURL(_ options: UploadOptions) throws(UploadFault) -> URL {
        let read = try checkURL(options)
        let written = WrittenURL(read.text)
        let target = Self.escaped(written.target)
        let text = String(
            decoding: Array("\(read.scheme)://".utf8) + written.place + target, as: UTF8.self)
        // Foundation escapes invalid characters; the host and port must not change.
        guard let native = URL(string: text) else { throw .malformedURL(urlBytes) }
        let sent = WrittenURL(ByteString(native.absoluteString)).target
        guard WrittenURL.decoded(sent[...]) == WrittenURL.decoded(target[...]) else {
            throw .needsHooks(.url)
        }
        return native
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
            return isAllowed ? [byte] : PercentEncoding.curlPath.escaping([byte])
        }
    }

    /// The fields to set; the user's own come last, and replace the defaults.
    fileprivate func nativeFields(_ options: UploadOptions) -> [(name: String, value: String)] {
        // The options' credentials are for the first host, a login in the URL is for the URL's host.
        let credentials = sendsCredentials ? options : UploadOptions()
        let login = credentials.authorization(WrittenURL(urlBytes).login)
        #if canImport(FoundationNetworking)
            // It sends chunks over libcurl, which leaves out a field of blanks.
            let framing = ("Expect", hasSmallBody ? ByteString(" ") : nil)
        #else
            let length = isChunked ? nil : body?.contentLength
            let framing = ("Content-Length", length.map { ByteString("\($0)") })
        #endif
        let defaults: [(String, ByteString?)] = [
            ("User-Agent", options.userAgentBytes),
            // URLSession's default would be a URL-encoded form; RFC 9110 §8.3 has this one.
            ("Content-Type", body.map { ($0.contentType ?? .octetStream).value }),
            ("Referer", referer), ("Authorization", login),
            ("Cookie", credentials.string(.cookie)),
            ("Accept-Encoding", options.acceptsCompressed ? nil : "identity"),
            framing,
        ]
        let own = headers.filter { !$0.isFraming }.map { field -> (String, ByteString?) in
            guard case .text(let text) = field.value else { return (field.name.description, "") }
            return (field.name.description, text)
        }
        return (defaults + own).compactMap { name, value in value.map { (name, $0.description) } }
    }
}

extension UInt8 {
    var isHexadecimal: Bool { Unicode.Scalar(self).properties.isASCIIHexDigit }
}

/// Finds fields and options that plain URLSession does not support, so that they are refused and
/// not ignored. Decide here about each new field of a request or its options.
extension UploadRequest {
    /// Throws `.needsHooks` for the first one found: on Linux for the request itself.
    package func checkNative(_ options: UploadOptions) throws(UploadFault) {
        #if os(Linux)
            // URLSession would send no length, and report an untrusted certificate as a lost connection.
            if options.usesHooks { throw .needsHooks(.request) }
        #endif
        if let field = options.needingHooks(isSecure: isSecure) ?? needingHooks() {
            throw .needsHooks(field)
        }
    }

    private func needingHooks() -> UploadField? {
        // Hosts that are not ASCII need IDNA.
        if WrittenURL(urlBytes).place.contains(where: { $0 >= 0x80 }) { return .url }
        // URLSession changes methods to upper case, and sends no body with some.
        if let name = method,
            name != name.uppercased() || body != nil && ["GET", "HEAD", "CONNECT"].contains(name)
        {
            return .method
        }
        if body?.contentType?.value.isASCII == false { return .contentType }
        if referer?.isASCII == false { return .referer }
        // URLSession joins repeated fields, and overwrites or leaves out these (`URLRequest`'s documentation,
        // 'Reserved HTTP Headers'). It decodes a response even if the user has set `Accept-Encoding`.
        var names: Set<String> = [
            "accept-encoding", "connection", "host", "proxy-authenticate", "proxy-authorization",
            "www-authenticate",
        ]
        let field = headers.first { field in
            let isSent =
                switch field.value {
                case .removed: field.isFraming
                case .empty: true
                case .text(let text): text.isASCII
                }
            return !isSent || !names.insert(field.name.description.lowercased()).inserted
        }
        return field.map { .header($0.name) }
    }
}

extension UploadOptions {
    /// `--proto`: bits of `CURLPROTO_HTTP` and `CURLPROTO_HTTPS`.
    func allows(_ scheme: String) -> Bool {
        number(.protocols).map { $0 & (scheme == "https" ? 2 : 1) != 0 } ?? true
    }

    fileprivate func needingHooks(isSecure: Bool) -> UploadField? {
        if !verifiesCertificates { return .verifiesCertificates }
        if limits.connecting != nil { return .connectTimeout }
        if redirects.follows, redirects.keepsDotSegments { return .option(.pathAsIs) }
        if reportsWire { return .reportsWire }
        guard let userAgent = userAgentBytes, !userAgent.isEmpty, userAgent.isASCII else {
            return .userAgent
        }
        return curlSettings.first { !$0.isNative(isSecure: isSecure) }.map { .option($0.option) }
    }
}

extension CURLSetting {
    /// Whether the option needs no hooks: a header field has the same effect, it is for TLS and the
    /// URL is not https, or the uploader checks it. All other options need the hooks.
    fileprivate func isNative(isSecure: Bool) -> Bool {
        switch (option, value) {
        case (.bearer, .string(let text?)), (.cookie, .string(let text?)): text.isASCII
        case (.userPassword, _), (.protocols, _), (.acceptEncoding, _): true
        case (.httpAuthentication, _): authentication?.needsChallenge == false
        // They may come from the environment.
        case (.caInfo, _), (.caData, _), (.caPath, _), (.proxyCAPath, _): !isSecure
        default: false
        }
    }
}

extension ByteString {
    fileprivate var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }
}
