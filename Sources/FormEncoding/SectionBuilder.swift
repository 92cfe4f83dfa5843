/// Turns forms into sections, in one pass over the parts.
struct SectionBuilder {
    private let irregularFiles: IrregularFiles
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
        let own = form.boundary
        for outer in boundaries where own.value.bytes.starts(with: outer.value.bytes) {
            throw .boundaryConflict(inner: own, outer: outer)
        }
        boundaries.append(own)
        let kind: ContentDisposition.Kind =
            boundaries.count == 1 || type.isKind(of: .formData) ? .formData : .attachment
        for (index, part) in form.parts.enumerated() {
            if case .parts = part.content {} else { begin(part, in: group) }
            pending += (index == 0 ? "--" : "\r\n--").utf8
            pending += own.value.bytes
            pending += "\r\n".utf8
            try check(part.headers)
            PartHead(part, kind: kind, escaping: form.escaping).render(into: &pending)
            try append(part, in: group)
        }
        pending += (form.parts.isEmpty ? "--" : "\r\n--").utf8
        pending += own.value.bytes
        pending += "--\r\n".utf8
        boundaries.removeLast()
    }

    /// Content without lines around it.
    mutating func append(
        _ content: PartContent, encoding: ContentTransferEncoding? = nil
    ) throws(FormEncodingError) {
        switch content {
        case .bytes(let bytes):
            try add(.bytes(bytes.bytes), encoding)
        case .file(let path):
            if let range = try FileRange.wholeFile(at: path) {
                try add(.file(range), encoding)
            } else {
                try append(irregularFiles.content(ofPath: path), encoding: encoding)
            }
        case .descriptor(let descriptor):
            try add(.file(descriptor.range), encoding)
        case .stream(let stream):
            try add(.stream(stream), encoding)
        case .parts(let form):
            try append(form, sentAs: form.mediaType ?? .formData)
        }
    }

    private mutating func append(
        _ part: FormPart, in group: ByteString?
    ) throws(FormEncodingError) {
        guard case .parts(let form) = part.content else {
            return try append(part.content, encoding: part.transferEncoding)
        }
        if let encoding = part.transferEncoding, !encoding.isIdentity {
            throw .encodedGroup(encoding)
        }
        try append(form, sentAs: part.nestedType(of: form), in: part.name ?? group)
    }

    private mutating func add(
        _ origin: FormSection.Origin, _ encoding: ContentTransferEncoding?
    ) throws(FormEncodingError) {
        let section = try FormSection(
            origin, encoding: encoding, guarded: boundaries.filter { !$0.isRandom }, part: label)
        if case .bytes(let bytes) = origin, bytes.count <= Self.inlineLimit {
            if section.plainBytes != nil {
                pending += bytes
            } else {
                try section.forEachChunk { pending += $0 }
            }
        } else {
            flush()
            sections.append(section)
        }
    }

    /// A header line of the user's can look like a boundary of the user's, too.
    private func check(_ headers: [PartHeader]) throws(FormEncodingError) {
        for header in headers where header.line.bytes.starts(with: "--".utf8) {
            for boundary in boundaries
            where header.line.bytes.dropFirst(2).starts(with: boundary.value.bytes) {
                throw .invalidHeader(header.line)
            }
        }
    }

    private mutating func begin(_ part: FormPart, in group: ByteString?) {
        // What is pending still belongs to the part before; before the first there is none.
        if partCount > 0 { flush() }
        label = PartLabel(index: partCount, name: part.name ?? group, filename: part.filename)
        partCount += 1
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        sections.append(FormSection(pending, part: label))
        pending = []
    }
}
