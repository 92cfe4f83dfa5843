import Foundation

/// One part of a form: its headers and its content.
///
/// `text`, `data`, `file`, `stream` and `form` make parts; their headers can be changed and added to.
public struct FormPart: Sendable, Equatable {
    package var nameBytes: ByteString?
    package var filenameBytes: ByteString?
    /// The `Content-Type`, which the header field of that name sets, too.
    public var contentType: MediaType?
    /// The user's header lines.
    package var headers: [PartHeader]
    /// The content transfer encoding; nil sends the content as it is, without a header.
    package var transferEncoding: ContentTransferEncoding?
    package var content: PartContent

    package init(
        name: ByteString?, filename: ByteString? = nil, contentType: MediaType? = nil,
        headers: [PartHeader] = [], transferEncoding: ContentTransferEncoding? = nil,
        content: PartContent
    ) {
        (nameBytes, filenameBytes) = (name, filename)
        self.contentType = contentType
        self.headers = headers
        self.transferEncoding = transferEncoding
        self.content = content
    }
}

extension FormPart {
    /// The field's name; nil leaves the parameter out.
    public var name: String? {
        get { nameBytes?.description }
        set { nameBytes = newValue.map { ByteString($0) } }
    }

    /// The filename sent, if any; it need not be the name of a file here.
    public var filename: String? {
        get { filenameBytes?.description }
        set { filenameBytes = newValue.map { ByteString($0) } }
    }

    /// The value of a header field of the part, without regard to the case of its name; nil removes the field.
    ///
    /// As in curl, a `Content-Disposition` or `Content-Transfer-Encoding` replaces ours. A name or value that is not
    /// one line is refused when the form becomes a body.
    public subscript(name: String) -> String? {
        get { ((Self.isType(name) ? contentType?.value : nil) ?? headerValue(name))?.description }
        set {
            headers.removeAll { $0.value(ifNamed: name) != nil }
            if Self.isType(name) {
                contentType = newValue.flatMap { try? MediaType(verbatim: ByteString($0)) }
                // A value with a line break stays a header, which `body()` refuses.
                if contentType != nil { return }
            }
            if let newValue { headers.append(PartHeader(unchecked: "\(name): \(newValue)")) }
        }
    }

    private static func isType(_ name: String) -> Bool { name.lowercased() == "content-type" }

    /// A field: `name=value`.
    public static func text(_ name: String, _ value: String) -> FormPart {
        FormPart(name: ByteString(name), content: .bytes(ByteString(value)))
    }

    /// Bytes in memory, which are not copied; sent as a file if there is a `filename`.
    ///
    /// The content type of a file follows from the filename, as with `file(_:path:)`.
    public static func data(
        _ name: String, _ data: Data, filename: String? = nil, contentType: MediaType? = nil
    ) -> FormPart {
        FormPart(
            ByteString(name), filename: filename.map { ByteString($0) }, contentType, .data(data))
    }

    /// A value as JSON (RFC 8259), with the content type `application/json` and without a filename.
    ///
    /// Throws what `encoder` throws.
    public static func json(
        _ name: String, _ value: some Encodable, using encoder: JSONEncoder = JSONEncoder()
    ) throws -> FormPart {
        .data(name, try encoder.encode(value), contentType: .json)
    }

    /// The file at `path`. The filename is the last component of the path unless one is given; the
    /// content type follows from the extension of the filename or else of the path, and is
    /// `application/octet-stream` where that is not known.
    ///
    /// The file is measured when the form becomes a body, and read while it is sent.
    public static func file(
        _ name: String, path: String, filename: String? = nil, contentType: MediaType? = nil
    ) -> FormPart {
        .file(
            ByteString(name), path: ByteString(path), filename: filename.map { ByteString($0) },
            contentType: contentType)
    }

    /// The file at a file URL; filename and content type as with `file(_:path:)`.
    ///
    /// Throws `.cannotOpenFile` for another URL.
    public static func file(
        _ name: String, url: URL, filename: String? = nil, contentType: MediaType? = nil
    ) throws(UploadError) -> FormPart {
        let path = try reporting { () throws(BodyFault) in try ByteString(pathOf: url) }
        return .file(
            ByteString(name), path: path, filename: filename.map { ByteString($0) },
            contentType: contentType)
    }

    /// Bytes that are made or got while they are sent; as a file if there is a `filename`, with a
    /// content type as with `file(_:path:)`.
    public static func stream(
        _ name: String, _ stream: ByteStream, filename: String? = nil,
        contentType: MediaType? = nil
    ) -> FormPart {
        FormPart(
            ByteString(name), filename: filename.map { ByteString($0) }, contentType,
            .stream(stream))
    }

    /// A form inside this one (RFC 7578 §4.3), sent as `multipart/mixed` unless it has another type.
    public static func form(_ name: String, _ form: MultipartForm) -> FormPart {
        FormPart(name: ByteString(name), content: .form(form))
    }

    /// A file whose name and path need not be UTF-8.
    package static func file(
        _ name: ByteString, path: ByteString, filename: ByteString? = nil,
        contentType: MediaType? = nil
    ) -> FormPart {
        FormPart(
            name, filename: filename ?? path.lastPathComponent, contentType, .file(path), path: path
        )
    }

    /// A part that is sent as a file, with the type of its filename, if it has one.
    private init(
        _ name: ByteString, filename: ByteString?, _ contentType: MediaType?,
        _ content: PartContent, path: ByteString? = nil
    ) {
        let type = contentType ?? filename.flatMap { .byDefault(filename: $0, path: path ?? $0) }
        self.init(name: name, filename: filename, contentType: type, content: content)
    }
}

extension ByteString {
    /// The text after the last `/`: the filename that curl sends for a path.
    package var lastPathComponent: ByteString {
        guard let slash = lastIndex(of: UInt8(ascii: "/")) else { return self }
        return ByteString(self[(slash + 1)...])
    }
}
