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
        func add(_ name: StaticString, _ value: some Sequence<UInt8>) {
            output += name
            output += value
            output += "\r\n"
        }
        if renderDisposition(kind, escaping, into: &output) { output += "\r\n" }
        let type =
            if let form = nestedForm {
                nestedType(of: form).withoutBoundaries.value + form.boundary.parameter
            } else {
                contentType?.value ?? headerValue("Content-Type")
            }
        if let type { add("Content-Type: ", type) }
        if headerValue("Content-Transfer-Encoding") == nil, let transferEncoding {
            add("Content-Transfer-Encoding: ", transferEncoding.rawValue.utf8)
        }
        for header in headers where header.value(ifNamed: "Content-Type") == nil {
            add("", header.line)
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
            kind == .formData || nameBytes != nil || filenameBytes != nil
        else { return false }
        output += "Content-Disposition: "
        output += kind.rawValue.utf8
        if let name = nameBytes {
            output += "; name=\""
            output += escaping.escaping(name.bytes)
            output += "\""
        }
        if let filename = filenameBytes {
            output += "; filename=\""
            output += escaping.escaping(filename.bytes)
            output += "\""
        }
        return true
    }

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
        headers.lazy.compactMap { $0.value(ifNamed: name) }.first
    }
}
