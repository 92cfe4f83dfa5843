/// How the parts of a form are disposed: by the form's media type.
enum DispositionKind: String {
    case formData = "form-data"
    case attachment

    init(in type: MediaType) { self = type.isKind(of: .formData) ? .formData : .attachment }
}

extension FormPart {
    /// Appends Content-Disposition, Content-Type, Content-Transfer-Encoding, the user's lines and
    /// an empty line, in curl's order.
    ///
    /// A Content-Disposition or Content-Transfer-Encoding among the user's lines replaces ours; a
    /// Content-Type of the user is moved to the place of ours.
    func renderHeaders(
        _ kind: DispositionKind, _ escaping: NameEscaping, into output: inout [UInt8]
    ) {
        if renderDisposition(kind, escaping, into: &output) { output += "\r\n" }
        if let type = renderedContentType {
            output += "Content-Type: "
            output += type
            output += "\r\n"
        }
        if headerValue("Content-Transfer-Encoding") == nil, let transferEncoding {
            output += "Content-Transfer-Encoding: "
            output += transferEncoding.rawValue.utf8
            output += "\r\n"
        }
        for header in headers where header.value(ifNamed: "Content-Type") == nil {
            output += header.line
            output += "\r\n"
        }
        output += "\r\n"
    }

    /// Appends `form-data; name="…"; filename="…"` (RFC 7578 §4.2). Returns false, and appends nothing, if the
    /// user has such a line, and for a part without name and filename in a `multipart/mixed`: a bare `attachment`
    /// says nothing.
    private func renderDisposition(
        _ kind: DispositionKind, _ escaping: NameEscaping, into output: inout [UInt8]
    ) -> Bool {
        guard headerValue("Content-Disposition") == nil,
            kind == .formData || name != nil || filename != nil
        else { return false }
        output += "Content-Disposition: "
        output += kind.rawValue.utf8
        if let name {
            output += "; name=\""
            output += escaping.escaping(name.bytes)
            output += "\""
        }
        if let filename {
            output += "; filename=\""
            output += escaping.escaping(filename.bytes)
            output += "\""
        }
        return true
    }

    private var renderedContentType: ByteString? {
        guard let form = nestedForm else {
            return contentType?.value ?? headerValue("Content-Type")
        }
        return nestedType(of: form).withoutBoundaries.value + form.boundaryParameter
    }
}

extension FormPart {
    /// Our `Content-Disposition` line in a form of this type, unless the user's replaces it.
    package func dispositionLine(
        in type: MediaType, _ escaping: NameEscaping
    ) -> ByteString? {
        var line: [UInt8] = []
        return renderDisposition(DispositionKind(in: type), escaping, into: &line)
            ? ByteString(bytes: line) : nil
    }

    /// The header lines in a form of this type, with the empty line.
    package func head(in type: MediaType, _ escaping: NameEscaping) -> [UInt8] {
        var head: [UInt8] = []
        renderHeaders(DispositionKind(in: type), escaping, into: &head)
        return head
    }

    package var nestedForm: MultipartForm? {
        if case .form(let form) = content { form } else { nil }
    }

    package func nestedType(of form: MultipartForm) -> MediaType {
        contentType ?? headerValue("Content-Type").map(MediaType.init(unchecked:))
            ?? form.mediaType ?? .mixed
    }

    /// The value of the user's first line with this name.
    package func headerValue(_ name: String) -> ByteString? {
        for header in headers {
            if let value = header.value(ifNamed: name) { return value }
        }
        return nil
    }
}
