/// The headers of one part, in curl's order.
struct PartHead {
    private let part: FormPart
    private let kind: ContentDisposition.Kind
    private let escaping: NameEscaping

    init(_ part: FormPart, kind: ContentDisposition.Kind, escaping: NameEscaping) {
        self.part = part
        self.kind = kind
        self.escaping = escaping
    }

    /// Appends Content-Disposition, Content-Type, Content-Transfer-Encoding, then the user's lines,
    /// and the empty line after them.
    ///
    /// The user's line takes the place of ours for the first and the third of these; a user's
    /// Content-Type goes to the place of ours.
    func render(into output: inout [UInt8]) {
        if part.headerValue("Content-Disposition") == nil, let disposition {
            output += "Content-Disposition: ".utf8
            disposition.render(escaping, into: &output)
            output += "\r\n".utf8
        }
        if let type = contentType {
            output += "Content-Type: ".utf8
            output += type
            output += "\r\n".utf8
        }
        if part.headerValue("Content-Transfer-Encoding") == nil,
            let encoding = part.transferEncoding
        {
            output += "Content-Transfer-Encoding: \(encoding.rawValue)\r\n".utf8
        }
        for header in part.headers where header.value(ifNamed: "Content-Type") == nil {
            output += header.line.bytes
            output += "\r\n".utf8
        }
        output += "\r\n".utf8
    }

    /// In a `multipart/mixed`, a part without name and filename has no disposition: an attachment
    /// of no name would say nothing.
    private var disposition: ContentDisposition? {
        if kind == .attachment, part.name == nil, part.filename == nil { return nil }
        return ContentDisposition(kind: kind, name: part.name, filename: part.filename)
    }

    private var contentType: [UInt8]? {
        guard let form = part.nestedForm else {
            return (part.contentType?.value ?? part.headerValue("Content-Type"))?.bytes
        }
        return part.nestedType(of: form).value.bytes + form.boundaryParameter
    }
}

extension FormPart {
    var nestedForm: MultipartForm? {
        if case .parts(let form) = content { form } else { nil }
    }

    /// What a form inside this part is sent as.
    func nestedType(of form: MultipartForm) -> MediaType {
        contentType ?? headerValue("Content-Type").map(MediaType.init(unchecked:))
            ?? form.mediaType ?? .mixed
    }

    /// The value of the first of the user's lines of this name.
    func headerValue(_ name: String) -> ByteString? {
        for header in headers {
            if let value = header.value(ifNamed: name) { return value }
        }
        return nil
    }
}
