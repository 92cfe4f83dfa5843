import FormEncoding
import Foundation

/// A request: its URL, method, header fields and body. Its description shows neither credentials nor contents.
public struct UploadRequest: Sendable, Equatable {
    package var urlBytes: ByteString
    package var methodBytes: ByteString?
    /// The method with a body where there is none: `POST`, or `PUT` for a file (curl's `-T`).
    package var bodyMethod: ByteString = "POST"
    /// The user's fields, in order; they replace default fields of the same name.
    package var headers: [HeaderField]
    /// The body; `nil` sends none.
    public var body: EncodedBody?
    /// The value of `Referer`; `nil` sends none (`-e`).
    package var referer: ByteString?
    /// How the upload goes on after an interruption; nil if it does not.
    package var resumption: Resumption?
    /// Whether the credentials of the options are sent to this host.
    package var sendsCredentials = true

    package init(
        url: ByteString, method: ByteString? = nil, headers: [HeaderField] = [],
        body: EncodedBody?
    ) {
        (urlBytes, methodBytes) = (url, method)
        self.headers = headers
        self.body = body
    }
}

extension UploadRequest {
    /// A request with a body, or with none: a GET, unless it has a method.
    ///
    /// Header fields replace default fields of the same name. A name or value that is not one line of a
    /// request is refused when it is sent (`.invalidValue`), as is a `Content-Type` that
    /// contradicts a form. `multipart/form-data` gets the form's boundary.
    public init(
        url: URL, method: String? = nil, headers: [String: String] = [:],
        body: EncodedBody? = nil
    ) {
        self.init(url: url.absoluteString, method: method, headers: headers, body: body)
    }

    /// As `init(url:method:headers:body:)`, for a URL as a user writes it.
    public init(
        url: String, method: String? = nil, headers: [String: String] = [:],
        body: EncodedBody? = nil
    ) {
        self.init(
            url: ByteString(url), method: method.map { ByteString($0) },
            headers: headers.sorted { $0.key < $1.key }.map {
                HeaderField(ByteString($0), ByteString($1))
            }, body: body)
    }

    /// A POST of a form, unless it has another method; measures the form's files.
    ///
    /// Throws what `MultipartForm.body()` does.
    public init(
        url: URL, method: String? = nil, headers: [String: String] = [:], form: MultipartForm
    ) throws(UploadError) {
        self.init(url: url, method: method, headers: headers, body: try form.body())
    }

    /// As `init(url:method:headers:form:)`, for a URL as a user writes it.
    public init(
        url: String, method: String? = nil, headers: [String: String] = [:], form: MultipartForm
    ) throws(UploadError) {
        self.init(url: url, method: method, headers: headers, body: try form.body())
    }

    /// The URL as the user wrote it; without a scheme it is `http`.
    public var url: String {
        get { urlBytes.description }
        set { urlBytes = ByteString(newValue) }
    }

    /// The method; `nil` is POST with a body and GET without one. A given method is kept over redirects.
    public var method: String? {
        get { methodBytes?.description }
        set { methodBytes = newValue.map { ByteString($0) } }
    }

    /// The value of the header field of this name, without regard to case; nil removes the field.
    public subscript(name: String) -> String? {
        get {
            let field = headers.first { $0.isNamed(name) }
            guard case .text(let text)? = field?.value else { return nil }
            return text.description
        }
        set {
            headers.removeAll { $0.isNamed(name) }
            guard let newValue else { return }
            headers.append(HeaderField(ByteString(name), ByteString(newValue)))
        }
    }

    /// The header fields in the order in which they are sent, without those that every request has.
    public var fields: [(name: String, value: String)] {
        headers.compactMap { field in
            switch field.value {
            case .text(let text): (field.name.description, text.description)
            case .empty: (field.name.description, "")
            case .removed: nil
            }
        }
    }

    /// The boundary of the body, if that is a form.
    public var boundary: String? { body?.form?.boundary.value.description }

    /// Gives the form of the body another boundary, as `MultipartForm.init(parts:boundary:)` does, and measures its
    /// files again. Throws `.cannotOpenFile` if one was a pipe that has been read. Without a form it does nothing.
    public mutating func setBoundary(_ boundary: String) throws(UploadError) {
        try setBoundary { () throws(BodyFault) in try Boundary(ByteString(boundary)) }
    }

    mutating func setBoundary(_ boundary: () throws(BodyFault) -> Boundary) throws(UploadError) {
        guard var form = body?.form else { return }
        form.boundary = try reporting(boundary)
        body = try form.body()
    }

    /// Returns the request with the fields that the options have for every request. A
    /// `Content-Type` that lacks the boundary of the form gets it.
    func withFields(of options: UploadOptions) -> UploadRequest {
        var request = self
        request.completeType()
        for (name, value) in options.headers.sorted(by: { $0.key < $1.key }) {
            let field = HeaderField(ByteString(name), ByteString(value))
            if !field.isAboutBody, !request.hasField(name) { request.headers.append(field) }
        }
        return request
    }

    private mutating func completeType() {
        guard let boundary = body?.boundary else { return }
        if let type = body?.contentType { body?.contentType = type.completed(with: boundary) }
        headers = headers.map { field in
            guard field.isNamed("Content-Type"), case .text(let text) = field.value else {
                return field
            }
            let type = MediaType(unchecked: text).completed(with: boundary)
            return HeaderField(field.name, type.value)
        }
    }

    package var effectiveMethod: ByteString { methodBytes ?? (body == nil ? "GET" : bodyMethod) }
    var isSecure: Bool { WrittenURL(urlBytes).scheme == "https" }

    /// The names of the header fields that say who the user is, each once.
    func credentialFields(_ options: UploadOptions) -> [ByteString] {
        let own = headers.compactMap { field -> ByteString? in
            guard case .text = field.value, options.redirects.credentials.contains(field.name)
            else { return nil }
            return field.name
        }
        let hasLogin = WrittenURL(urlBytes).login != nil || NetrcFile.hasLogin(for: self, options)
        let login: [ByteString] = hasLogin ? ["Authorization"] : []
        var known: Set<String> = []
        return (login + options.curlSettings.compactMap(\.credentialField) + own)
            .filter { known.insert($0.description.lowercased()).inserted }
    }
}

extension UploadRequest: Described {
    /// `POST https://h/ (multipart/form-data, 297 bytes)`
    package var summary: String {
        "\(effectiveMethod) \(urlBytes.masked)" + (body.map { " (\($0))" } ?? "")
    }
}
