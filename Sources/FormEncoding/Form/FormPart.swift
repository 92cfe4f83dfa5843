/// One part of a form: its headers and its content.
public struct FormPart: Sendable {
    /// The field's name; nil leaves the parameter out.
    public var name: ByteString?
    /// The filename sent, if any; it need not be the name of a file here.
    public var filename: ByteString?
    /// The `Content-Type`; takes precedence over one among `headers`.
    public var contentType: MediaType?
    /// The user's header lines. As in curl, a `Content-Disposition` or `Content-Transfer-Encoding`
    /// among them replaces ours.
    public var headers: [PartHeader]
    /// The content transfer encoding; nil sends the content as it is, without a header.
    public var transferEncoding: ContentTransferEncoding?
    /// The bytes of the part, or the form inside it.
    public var content: PartContent

    /// A part with these headers. `text`, `data`, `file` and `stream` make the common kinds.
    public init(
        name: ByteString?, filename: ByteString? = nil, contentType: MediaType? = nil,
        headers: [PartHeader] = [], transferEncoding: ContentTransferEncoding? = nil,
        content: PartContent
    ) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
        self.headers = headers
        self.transferEncoding = transferEncoding
        self.content = content
    }
}

extension FormPart {
    /// A field: `name=value`.
    public static func text(_ name: ByteString, _ value: ByteString) -> FormPart {
        FormPart(name: name, content: .bytes(value))
    }

    /// Bytes in memory, sent as a file if there is a `filename`.
    public static func data(
        _ name: ByteString, _ bytes: ByteString, filename: ByteString? = nil,
        contentType: MediaType? = nil
    ) -> FormPart {
        FormPart(
            name: name, filename: filename, contentType: contentType, content: .bytes(bytes))
    }

    /// The file at `path`. The filename is the last component of the path unless one is given; the
    /// content type follows from the extension of the filename or else of the path, and is
    /// `application/octet-stream` where that is not known.
    public static func file(
        _ name: ByteString, path: ByteString, filename: ByteString? = nil,
        contentType: MediaType? = nil
    ) -> FormPart {
        let filename = filename ?? path.lastPathComponent
        return FormPart(
            name: name, filename: filename,
            contentType: contentType ?? .byDefault(filename: filename, path: path),
            content: .file(path))
    }

    /// Bytes from a stream of the caller, sent as a file if there is a `filename`.
    public static func stream(
        _ name: ByteString, _ stream: ByteStream, filename: ByteString? = nil,
        contentType: MediaType? = nil
    ) -> FormPart {
        FormPart(
            name: name, filename: filename, contentType: contentType, content: .stream(stream))
    }
}

extension ByteString {
    /// The text after the last `/`: the filename that curl sends for a path.
    package var lastPathComponent: ByteString {
        guard let slash = lastIndex(of: UInt8(ascii: "/")) else { return self }
        return ByteString(self[(slash + 1)...])
    }
}
