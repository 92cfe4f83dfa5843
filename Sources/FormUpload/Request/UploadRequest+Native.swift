import FormEncoding

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
