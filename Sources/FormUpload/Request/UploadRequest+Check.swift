import FormEncoding

extension UploadRequest {
    package func check(_ options: UploadOptions) throws(UploadFault) {
        try checkFraming()
        try checkText(options)
        try checkURL(options)
        try checkFragment()
        try checkBoundary()
    }

    /// Throws if the type of a form lacks the form's boundary: servers could not read the form.
    private func checkBoundary() throws(UploadFault) {
        guard let body, let boundary = body.boundary else { return }
        let fields = headers.filter { $0.isNamed("Content-Type") }
        var types = fields.compactMap { field in
            if case .text(let text) = field.value { MediaType(unchecked: text) } else { nil }
        }
        // A field replaces it, and may have removed it.
        if fields.isEmpty, let type = body.contentType { types.append(type) }
        for type in types where Set(type.boundaries) != [boundary.value] {
            throw .contradictsBody(
                "Content-Type: " + type.value, sentWith: "boundary=\(boundary.value)")
        }
    }

    /// Returns the parsed URL; throws if it is malformed, or if its scheme is not allowed.
    @discardableResult
    package func checkURL(_ options: UploadOptions) throws(UploadFault) -> UploadURL {
        guard let url = try? UploadURL(WrittenURL(urlBytes).text, relativeTo: nil) else {
            throw .malformedURL(urlBytes)
        }
        guard url.scheme == "http" || url.scheme == "https", options.allows(url.scheme) else {
            throw .unsupportedScheme(ByteString(url.scheme))
        }
        return url
    }

    /// Throws for a fragment unless the request only fetches a page.
    package func checkFragment() throws(UploadFault) {
        let fetches = body == nil && ["GET", "HEAD"].contains(effectiveMethod)
        // An empty fragment loses nothing.
        guard fetches || urlBytes.count - urlBytes.withoutFragment.count <= 1 else {
            throw .fragmentInURL(urlBytes)
        }
    }

    /// Whether the body is sent in chunks: its length is not known, or the user asks for it.
    package var isChunked: Bool {
        guard let body else { return false }
        return body.contentLength == nil || headers.contains { $0.says(HeaderField.chunked) }
    }

    /// Whether the body is sent without `Expect: 100-continue`: as in curl, up to 1 MiB of known
    /// length.
    var hasSmallBody: Bool { body?.contentLength.map { $0 <= 1 << 20 } ?? false }

    /// Whether the body is sent with `Expect: 100-continue`, unless the user has that field.
    func expectsContinue(_ options: UploadOptions) -> Bool {
        body != nil && !hasSmallBody && !options.isHTTP10
    }

    /// Throws if a header field of the user contradicts the length or coding of the body: a server
    /// would read bytes of the body as another request, or wait for more (RFC 9112 §6.3, §11.2).
    func checkFraming() throws(UploadFault) {
        let sentWith =
            isChunked ? HeaderField.chunked : "Content-Length: \(body?.contentLength ?? 0)"
        var isSaid = false
        for field in headers where field.isFraming {
            let fits =
                switch field.value {
                case .text: !isSaid && field.says(sentWith)
                case .empty: false
                case .removed: field.isNamed("Content-Length") == isChunked
                }
            guard fits else { throw .contradictsBody(field.line, sentWith: sentWith) }
            if case .text = field.value { isSaid = true }
        }
    }
}

extension EncodedBody? {
    /// In bytes: 0 without a body, `nil` if it is not known before it is sent.
    package var length: Int64? { self == nil ? 0 : self?.contentLength }
}

extension EncodedBody {
    /// The boundary of a form, also of one that is known by its type alone.
    var boundary: Boundary? {
        form?.boundary ?? contentType?.boundaries.first.flatMap { try? Boundary($0) }
    }
}

extension HeaderField {
    fileprivate static let chunked = "Transfer-Encoding: chunked"

    var isFraming: Bool { isNamed("Content-Length") || isNamed("Transfer-Encoding") }

    /// Whether it is this line, ignoring case and the blanks before the value.
    fileprivate func says(_ line: String) -> Bool {
        guard case .text(let text) = value else { return false }
        return "\(name): \(text)".lowercased() == line.lowercased()
    }
}

extension UploadRequest {
    /// Throws for text that would not be sent unchanged: a CR or LF would begin another header line
    /// (RFC 9110 §5.5), and C strings end at a NUL.
    func checkText(_ options: UploadOptions) throws(UploadFault) {
        if urlBytes.endsHeaderLine { throw .malformedURL(urlBytes) }
        if let method = methodBytes, !method.isToken { throw .invalidText(.method) }
        if let field = headers.first(where: { !$0.isValid }) {
            throw .invalidText(.header(field.name))
        }
        let texts: [(UploadField, ByteString?)] = [
            (.referer, referer), (.contentType, body?.contentType?.value),
            (.userAgent, options.userAgentBytes),
        ]
        for (field, text) in texts where text?.endsHeaderLine == true {
            throw .invalidText(field)
        }
        for setting in options.curlSettings where !setting.texts.allSatisfy(setting.option.takes) {
            throw .invalidText(.option(setting.option))
        }
    }
}

extension CURLSetting {
    fileprivate var texts: [ByteString] {
        switch value {
        case .number, .data, .string(nil): []
        case .string(let text?): [text]
        case .lines(let lines): lines
        }
    }
}

extension CURLSetting.Option {
    fileprivate func takes(_ text: ByteString) -> Bool {
        switch self {
        // A request target ends at a blank (RFC 9112 §3.2).
        case .requestTarget:
            !text.bytes.isEmpty && text.bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        // Paths and passphrases, which are not sent in a head.
        case .cookieFile, .cookieJar, .certificate, .key, .keyPassword, .caInfo, .caPath,
            .netrcFile, .revocationList, .proxyCAInfo, .proxyCAPath, .proxyRevocationList,
            .pinnedPublicKey, .unixSocket, .abstractUnixSocket:
            !text.bytes.contains(0)
        default: !text.endsHeaderLine
        }
    }
}

extension ByteString {
    fileprivate var endsHeaderLine: Bool { bytes.contains(where: \.endsHeaderLine) }
}
