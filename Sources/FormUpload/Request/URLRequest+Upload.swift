import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
