extension FormPart {
    /// Appends Content-Disposition, Content-Type, Content-Transfer-Encoding, the user's lines and
    /// an empty line, in curl's order; `isField`: the form around the part is `multipart/form-data`.
    ///
    /// A Content-Disposition or Content-Transfer-Encoding among the user's lines replaces ours; a
    /// Content-Type of the user is moved to the place of ours.
    package func renderHeaders(
        isField: Bool, _ escaping: NameEscaping, into output: inout [UInt8]
    ) {
        func add(_ name: StaticString, _ value: some Sequence<UInt8>) {
            output += name
            output += value
            output += "\r\n"
        }
        if renderDisposition(isField: isField, escaping, into: &output) { output += "\r\n" }
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
    package func renderDisposition(
        isField: Bool, _ escaping: NameEscaping, into output: inout [UInt8]
    ) -> Bool {
        guard headerValue("Content-Disposition") == nil,
            isField || nameBytes != nil || filenameBytes != nil
        else { return false }
        output += "Content-Disposition: "
        output += isField ? "form-data" : "attachment"
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
