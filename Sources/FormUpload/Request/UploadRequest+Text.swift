import FormEncoding

extension UploadRequest {
    /// Throws for text that would not be sent unchanged: a CR or LF would begin another header line
    /// (RFC 9110 §5.5), and C strings end at a NUL.
    func checkText(_ options: UploadOptions) throws(UploadError) {
        if url.endsHeaderLine { throw .malformedURL(url) }
        if let method, method.bytes.isEmpty || !method.bytes.allSatisfy(\.isTokenCharacter) {
            throw .invalidText(UploadField(.method))
        }
        if let field = headers.first(where: { !$0.isValid }) {
            throw .invalidText(UploadField(.header(field.name)))
        }
        let texts: [(UploadField.Kind, ByteString?)] = [
            (.referer, referer), (.contentType, body?.contentType?.value),
            (.userAgent, options.userAgent),
        ]
        for (field, text) in texts where text?.endsHeaderLine == true {
            throw .invalidText(UploadField(field))
        }
        if options.certificateAuthorities?.bytes.contains(0) == true {
            throw .invalidText(UploadField(.certificateAuthorities))
        }
        for setting in options.curlSettings where !setting.texts.allSatisfy(setting.option.takes) {
            throw .invalidText(UploadField(.option(setting.option.rawValue)))
        }
    }
}

extension CURLSetting {
    fileprivate var texts: [ByteString] {
        switch value {
        case .number, .string(nil): []
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
            .netrcFile, .revocationList, .proxyCAInfo, .pinnedPublicKey, .unixSocket,
            .abstractUnixSocket:
            !text.bytes.contains(0)
        default: !text.endsHeaderLine
        }
    }
}

extension ByteString {
    fileprivate var endsHeaderLine: Bool { bytes.contains(where: \.endsHeaderLine) }
}
