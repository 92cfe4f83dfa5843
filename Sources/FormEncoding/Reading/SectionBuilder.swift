/// Turns forms into sections, in one pass over the parts.
struct SectionBuilder {
    let irregularFiles: IrregularFiles
    let limit: TimeLimit?
    let onRead: InputObserver?
    /// Nil if files must not become longer.
    let onGrowth: GrowthObserver?
    private(set) var sections: [BodySection] = []
    /// Collected lines and short contents of the next section.
    private(set) var pending: [UInt8] = []
    private(set) var label: PartReference?
    /// The forms around the current part, outermost first. A stack instead of recursion: the
    /// thread's stack may be too small for deep nesting.
    private(set) var open: [OpenForm] = []

    struct OpenForm {
        let form: MultipartForm
        let hasFields: Bool
        /// The name to report for parts without a name.
        let group: ByteString?
        /// The boundaries that contents are searched for: this form's and those of the forms around
        /// it.
        let guarded: [Boundary]
        var next = 0
    }

    /// Content in memory up to this many bytes is copied into the section of its headers.
    private static let inlineLimit = 4096

    mutating func finish() -> [BodySection] {
        flush()
        return sections
    }

    /// `--B` head body … `--B--`, each line with its CRLF (RFC 2046 §5.1.1).
    ///
    /// There is no CRLF before the first boundary, and one after the last: servers depend on both.
    mutating func append(
        _ form: MultipartForm, sentAs type: MediaType
    ) throws(BodyFault) {
        try begin(form, sentAs: type, in: nil)
        while let current = open.last {
            guard current.next < current.form.parts.count else {
                appendBoundary(of: current)
                pending += "--\r\n"
                open.removeLast()
                continue
            }
            let part = current.form.parts[current.next]
            let nested = part.nestedForm
            if nested == nil { begin(part, in: current.group) }
            appendBoundary(of: current)
            pending += "\r\n"
            open[open.count - 1].next += 1
            try check(part.headers)
            part.renderHeaders(isField: current.hasFields, current.form.escaping, into: &pending)
            let encoding = part.transferEncoding.flatMap { $0.isIdentity ? nil : $0 }
            if let nested {
                if let encoding { throw .encodedGroup(encoding.rawValue) }
                try begin(
                    nested, sentAs: part.nestedType(of: nested), in: part.nameBytes ?? current.group
                )
            } else {
                try append(part.content, encoding: encoding.map { .transfer($0) })
            }
        }
    }

    private mutating func begin(
        _ form: MultipartForm, sentAs type: MediaType, in group: ByteString?
    ) throws(BodyFault) {
        guard open.count < MultipartForm.maximumDepth else { throw .nestedTooDeep }
        for outer in open.map(\.form.boundary)
        where form.boundary.value.bytes.starts(with: outer.value.bytes) {
            throw .boundaryConflict(inner: form.boundary.value, outer: outer.value)
        }
        if open.isEmpty { sections.reserveCapacity(form.parts.count + 1) }
        let own = form.boundary.isRandom ? [] : [form.boundary]
        open.append(
            OpenForm(
                form: form, hasFields: type.isKind(of: .formData), group: group,
                guarded: (open.last?.guarded ?? []) + own))
    }

    private mutating func appendBoundary(of current: OpenForm) {
        if current.next > 0 { pending += "\r\n" }
        pending += "--"
        pending += current.form.boundary.value.bytes
    }

    /// Appends content without boundary lines.
    mutating func append(
        _ content: PartContent, encoding: SectionEncoding? = nil
    ) throws(BodyFault) {
        switch content {
        case .file(let path):
            try append(.source(source(ofPath: path)), encoding: encoding)
        case .source(.file(var file)):
            file.onGrowth = onGrowth
            try add(.file(file), encoding)
        case .source(let source): try add(source, encoding)
        case .form(let form): try append(form, sentAs: form.mediaType ?? .formData)
        case .rewritten(let content, let encoding): try append(content, encoding: encoding)
        }
    }

    private func source(ofPath path: ByteString) throws(BodyFault) -> ByteSource {
        if let file = try FileRange(path: path) { return .file(file) }
        return try irregularFiles.source(path, onRead) { [limit] () throws(Errno) in
            try LiveInput(path: path, until: limit)
        }
    }

    private mutating func add(
        _ source: ByteSource, _ encoding: SectionEncoding?
    ) throws(BodyFault) {
        // Most parts are short texts that are sent as they are.
        if case .bytes(let bytes) = source, bytes.count <= Self.inlineLimit, encoding == nil,
            open.last?.guarded.isEmpty ?? true
        {
            pending += bytes.bytes
            return
        }
        let section = try BodySection(
            source, encoding: encoding, guarded: open.last?.guarded ?? [], part: label,
            until: limit, onRead: onRead)
        guard case .bytes(let bytes) = source, bytes.count <= Self.inlineLimit,
            section.bytesLeftOut == 0
        else {
            flush()
            sections.append(section)
            return
        }
        let reader = try SectionReader(section)
        try SystemCalls.forEachChunk(of: 1 << 16, reader.read(into:)) { (chunk) throws(BodyFault) in
            pending += chunk
        }
    }

    /// Throws for a header line that looks like a boundary, and for an app's that is none.
    private func check(_ headers: [PartHeader]) throws(BodyFault) {
        for header in headers where !header.isChecked { _ = try PartHeader(header.line) }
        for header in headers where header.line.bytes.starts(with: "--".utf8) {
            for boundary in open.last?.guarded ?? []
            where header.line.bytes.dropFirst(2).starts(with: boundary.value.bytes) {
                throw .invalidHeader(header.line)
            }
        }
    }

    private mutating func begin(_ part: FormPart, in group: ByteString?) {
        // Pending bytes belong to the previous part, except before the first part.
        if label != nil { flush() }
        label = PartReference(
            index: label.map { $0.index + 1 } ?? 0, name: part.nameBytes ?? group,
            filename: part.filenameBytes)
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        sections.append(BodySection(.bytes(ByteString(pending)), part: label))
        pending.removeAll(keepingCapacity: true)
    }
}
