/// Turns forms into sections, in one pass over the parts.
struct SectionBuilder {
    private let irregularFiles: IrregularFiles
    /// For what is read while the sections are made.
    private let limit: TimeLimit?
    private var sections: [FormSection] = []
    /// Lines and short contents that wait to become one section.
    private var pending: [UInt8] = []
    private var label: PartLabel?
    private var partCount = 0
    /// The forms around the place we are at, from the outside in: a stack of our own, since the
    /// thread's might be small for forms that are nested deep.
    private var open: [OpenForm] = []

    private struct OpenForm {
        let form: MultipartForm
        let kind: ContentDisposition.Kind
        /// The name that labels parts without one of their own.
        let group: ByteString?
        /// Boundaries of the user's own choice, this form's and those around it.
        let guarded: [Boundary]
        var next = 0
    }

    /// Content in memory up to this many bytes is copied into the section of its headers.
    private static let inlineLimit = 4096

    init(irregularFiles: IrregularFiles, until limit: TimeLimit?) {
        self.irregularFiles = irregularFiles
        self.limit = limit
    }

    mutating func finish() -> [FormSection] {
        flush()
        return sections
    }

    /// `--B` head body … `--B--`, each line with its CRLF (RFC 2046 §5.1.1).
    ///
    /// There is no CRLF before the first boundary, and one after the last: servers depend on both.
    mutating func append(
        _ form: MultipartForm, sentAs type: MediaType
    ) throws(FormEncodingError) {
        try begin(form, sentAs: type, in: nil)
        while let current = open.last {
            guard current.next < current.form.parts.count else {
                appendBoundary(of: current, "--\r\n")
                open.removeLast()
                continue
            }
            let part = current.form.parts[current.next]
            let nested = part.nestedForm
            if nested == nil { begin(part, in: current.group) }
            appendBoundary(of: current, "\r\n")
            open[open.count - 1].next += 1
            try check(part.headers)
            PartHead(part, kind: current.kind, escaping: current.form.escaping)
                .render(into: &pending)
            if let nested {
                if let encoding = part.transferEncoding, !encoding.isIdentity {
                    throw .encodedGroup(encoding)
                }
                try begin(
                    nested, sentAs: part.nestedType(of: nested), in: part.name ?? current.group)
            } else {
                try append(part.content, encoding: part.transferEncoding)
            }
        }
    }

    private mutating func begin(
        _ form: MultipartForm, sentAs type: MediaType, in group: ByteString?
    ) throws(FormEncodingError) {
        guard open.count < MultipartForm.maximumDepth else { throw .nestedTooDeep }
        for outer in open.map(\.form.boundary)
        where form.boundary.value.bytes.starts(with: outer.value.bytes) {
            throw .boundaryConflict(inner: form.boundary, outer: outer)
        }
        let isForm = type.isKind(of: .formData)
        let own = form.boundary.isRandom ? [] : [form.boundary]
        open.append(
            OpenForm(
                form: form, kind: isForm ? .formData : .attachment, group: group,
                guarded: (open.last?.guarded ?? []) + own))
    }

    private mutating func appendBoundary(of current: OpenForm, _ end: String) {
        pending += (current.next == 0 ? "--" : "\r\n--").utf8
        pending += current.form.boundary.value.bytes
        pending += end.utf8
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
                try append(
                    irregularFiles.content(ofPath: path, until: limit), encoding: encoding)
            }
        case .descriptor(let descriptor):
            try add(.file(descriptor.range), encoding)
        case .stream(let stream):
            try add(.stream(stream), encoding)
        case .parts(let form):
            try append(form, sentAs: form.mediaType ?? .formData)
        }
    }

    private mutating func add(
        _ origin: FormSection.Origin, _ encoding: ContentTransferEncoding?
    ) throws(FormEncodingError) {
        let section = try FormSection(
            origin, encoding: encoding, guarded: open.last?.guarded ?? [], part: label,
            until: limit)
        if case .bytes(let bytes) = origin, bytes.count <= Self.inlineLimit {
            if section.plainBytes != nil {
                pending += bytes
            } else {
                try section.forEachChunk { (chunk) throws(FormEncodingError) in pending += chunk }
            }
        } else {
            flush()
            sections.append(section)
        }
    }

    /// A header line of the user's can look like a boundary of the user's, too.
    private func check(_ headers: [PartHeader]) throws(FormEncodingError) {
        for header in headers where header.line.bytes.starts(with: "--".utf8) {
            for boundary in open.last?.guarded ?? []
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
