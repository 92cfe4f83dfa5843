import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request as URLSession sends it by itself: a body of no announced length, so in chunks.
    ///
    /// What URLSession has no means for is refused, never left out.
    init(_ request: UploadRequest, options: UploadOptions) throws(UploadError) {
        guard options.verifiesCertificates else { throw .needsHooks(.verifiesCertificates) }
        guard options.certificateAuthorities == nil else {
            throw .needsHooks(.certificateAuthorities)
        }
        if let setting = options.curlSettings.first(where: { !$0.hasPlainForm }) {
            throw .needsHooks(.option(setting.option.rawValue))
        }
        try self.init(upload: request.url.description)
        guard let scheme = url?.scheme, scheme == "http" || scheme == "https" else {
            throw .unsupportedScheme(ByteString(url?.scheme ?? ""))
        }
        guard url?.host?.isEmpty == false else { throw .malformedURL(request.url) }
        httpMethod = request.method?.description ?? (request.body == nil ? "GET" : "POST")
        set("User-Agent", options.userAgent)
        set("Content-Type", request.body?.contentType)
        set("Referer", request.referer)
        if request.sendsCredentials {
            set("Authorization", options.authorization(nil).map { ByteString(bytes: $0) })
            set("Cookie", options.string(.cookie))
        }
        for field in request.headers where !field.isFraming {
            switch field.value {
            case .text(let text): addValue(text.description, forHTTPHeaderField: "\(field.name)")
            case .empty: setValue("", forHTTPHeaderField: "\(field.name)")
            case .removed: setValue(nil, forHTTPHeaderField: "\(field.name)")
            }
        }
    }

    /// A POST that URLSession's own idle timer leaves alone: it also runs while a server thinks.
    init(upload text: String) throws(UploadError) {
        guard let url = URL(string: text) else { throw .malformedURL(ByteString(text)) }
        self.init(url: url)
        httpMethod = "POST"
        timeoutInterval = 100_000_000
    }

    private mutating func set(_ name: String, _ value: ByteString?) {
        if let value { setValue(value.description, forHTTPHeaderField: name) }
    }
}

extension CURLSetting {
    /// Whether a header field says the same.
    fileprivate var hasPlainForm: Bool {
        switch (option, value) {
        case (.userPassword, _), (.bearer, _), (.cookie, _): true
        // CURLAUTH_BASIC, CURLAUTH_BEARER
        case (.httpAuthentication, .number(1)), (.httpAuthentication, .number(64)): true
        default: false
        }
    }
}
