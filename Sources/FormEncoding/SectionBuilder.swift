/// Turns forms into sections, in one pass over the parts.
struct SectionBuilder {
    let irregularFiles: IrregularFiles
    private var sections: [FormSection] = []
    /// Lines and short contents that wait to become one section.
    private var pending: [UInt8] = []
    private var label: PartLabel?
    private var partCount = 0
    /// The boundaries of the forms around the place we are at, from the outside in.
    private var boundaries: [Boundary] = []

    /// Content in memory up to this many bytes is copied into the section of its headers.
    private static let inlineLimit = 4096

    init(irregularFiles: IrregularFiles) { self.irregularFiles = irregularFiles }

    mutating func finish() -> [FormSection] {
        flush()
        return sections
    }

    /// `--B` head body … `--B--`, each line with its CRLF (RFC 2046 §5.1.1).
    ///
    /// There is no CRLF before the first boundary, and one after the last: servers depend on both.
    mutating func append(
        _ form: MultipartForm, sentAs type: MediaType, in group: ByteString? = nil
    ) throws(FormEncodingError) {
        guard boundaries.count < MultipartForm.maximumDepth else { throw .nestedTooDeep }
        for outer in boundaries
        where form.boundary.value.bytes.starts(with: outer.value.bytes) {
            throw .boundaryConflict(inner: form.boundary, outer: outer)
        }
        boundaries.append(form.boundary)
        let kind: ContentDisposition.Kind =
            boundaries.count == 1 || type.isKind(of: .formData) ? .formData : .attachment
        var delimiter = Array("--".utf8) + form.boundary.value.bytes
        for part in form.parts {
            if case .parts = part.content {} else { begin(part, in: group) }
            pending += delimiter
            pending += "\r\n".utf8
            PartHead(part, kind: kind, escaping: form.escaping).render(into: &pending)
            try append(part, in: group)
            if delimiter.first != 0x0D { delimiter = [0x0D, 0x0A] + delimiter }
        }
        pending += delimiter
        pending += "--\r\n".utf8
        boundaries.removeLast()
    }

    private mutating func append(
        _ part: FormPart, in group: ByteString?
    ) throws(FormEncodingError) {
        if case .parts(let form) = part.content {
            let encoding = part.transferEncoding ?? .binary
            guard encoding.isIdentity else { throw .encodedGroup(encoding) }
            try append(form, sentAs: part.nestedType(of: form), in: part.name ?? group)
        } else {
            try append(part.content, encoding: part.transferEncoding)
        }
    }

    /// Content without lines around it.
    mutating func append(
        _ content: PartContent, encoding: ContentTransferEncoding? = nil
    ) throws(FormEncodingError) {
        switch content {
        case .bytes(let bytes):
            try add(.bytes(bytes.bytes), encoding: encoding)
        case .file(let path):
            if let range = try FileRange.wholeFile(at: path) {
                try add(.file(range), encoding: encoding)
            } else {
                try append(irregularFiles.content(ofPath: path), encoding: encoding)
            }
        case .descriptor(let descriptor):
            try add(.file(descriptor.range), encoding: encoding)
        case .stream(let stream):
            try add(.stream(stream), encoding: encoding)
        case .parts(let form):
            try append(form, sentAs: form.mediaType ?? .formData)
        }
    }

    private mutating func add(
        _ origin: FormSection.Origin, encoding: ContentTransferEncoding?
    ) throws(FormEncodingError) {
        let section = FormSection(origin, encoding: encoding, part: label)
        if case .bytes(let bytes) = origin, bytes.count <= Self.inlineLimit,
            section.encoding == nil
        {
            pending += bytes
            return
        }
        flush()
        sections.append(section)
    }

    private mutating func begin(_ part: FormPart, in group: ByteString?) {
        // What is pending still belongs to the part before, but for the heads of groups.
        if partCount > 0 { flush() }
        label = PartLabel(index: partCount, name: part.name ?? group, filename: part.filename)
        partCount += 1
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        sections.append(FormSection(.bytes(pending), part: label))
        pending = []
    }
}
