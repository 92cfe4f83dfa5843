import FormEncoding

/// The parts of a form, each as a `-F` or `--form-string`.
extension CurlWriter {
    /// A form whose parts are being written.
    private struct OpenForm {
        let form: MultipartForm
        let type: MediaType
        /// The name to report for parts without a name.
        let group: ByteString?
        var rest: ArraySlice<FormPart>

        init(_ form: MultipartForm, _ type: MediaType, group: ByteString?) {
            (self.form, self.type, self.group) = (form, type, group)
            rest = form.parts[...]
        }
    }

    /// A stack instead of recursion, since forms can be nested deeply.
    mutating func write(_ form: MultipartForm, isChunked: Bool) {
        usesBackslashes = form.escaping == .backslash
        if usesBackslashes { add("--form-escape") }
        var count = 0
        var open = [OpenForm(form, form.mediaType ?? .formData, group: nil)]
        while let current = open.last {
            guard let part = current.rest.first else {
                open.removeLast()
                if !open.isEmpty { add(CurlField(name: nil, .close)) }
                continue
            }
            open[open.count - 1].rest.removeFirst()
            let name = part.name ?? current.group
            var field = PartField(
                part, in: current.form, current.type, form.escaping,
                PartReference(index: count, name: name, filename: part.filename))
            if let nested = part.nestedForm {
                let type = part.nestedType(of: nested)
                if !nested.boundary.isRandom { miss(.boundary(nested.boundary)) }
                add(CurlField(name: field.name, field.group(type)))
                open.append(OpenForm(nested, type, group: name))
            } else {
                add(CurlField(name: field.name, field.content(&self)))
                count += 1
            }
            if field.differs { miss(.headers(field.reference)) }
            if part.nestedForm == nil, part.transferEncoding == .quotedPrintable, !isChunked {
                miss(.length)
            }
        }
    }
}

/// One part as a field, and whether curl writes its headers otherwise.
private struct PartField {
    let part: FormPart
    let reference: PartReference
    var name: ByteString?
    var parameters: CurlField.Parameters
    var differs = false

    init(
        _ part: FormPart, in form: MultipartForm, _ type: MediaType, _ escaping: NameEscaping,
        _ reference: PartReference
    ) {
        (self.part, self.reference, name) = (part, reference, part.name)
        parameters = CurlField.Parameters(
            type: part.contentType?.value,
            encoder: part.transferEncoding.map { ByteString($0.rawValue) },
            headers: part.headers.map { .line($0.line) })
        guard let line = part.dispositionLine(in: type, form.escaping) else { return }
        // curl ends a name at the first `=`, has no empty name, and sends a given header in another
        // place than its own.
        let isNameless = part.name.map { $0.isEmpty || $0.contains(UInt8(ascii: "=")) } ?? false
        guard isNameless || form.escaping != escaping && part.hasEscapes else { return }
        parameters.headers.insert(.line(line), at: 0)
        differs = true
        if isNameless { name = nil }
    }

    /// Whether the part has a header of its own for its type.
    private var hasTypeHeader: Bool { part.headerValue("Content-Type") != nil }

    /// Returns the beginning of a group.
    mutating func group(_ type: MediaType) -> CurlField.Content {
        // curl allows no filename and no encoder on a group.
        if part.filename != nil || part.transferEncoding != nil { differs = true }
        parameters.encoder = nil
        if part.contentType == nil, !hasTypeHeader, type != .mixed { parameters.type = type.value }
        return .open(parameters)
    }

    /// Returns the content, or the variable that the writer has for it.
    mutating func content(_ writer: inout CurlWriter) -> CurlField.Content {
        switch part.content {
        case .file(let path) where !path.contains(0): return file(path)
        case .source(.file(let range)):
            if let path = range.wholePath { return file(path) }
        case .source(let source) where source.memory != nil:
            let bytes = source.memory ?? ""
            guard let text = CurlWriter.argument(bytes) else { break }
            parameters.filename = part.filename
            leaveOutType(that: .byCurl(filename: part.filename, path: nil))
            return .text(text, ofPart: part.name, isLiteral: false, parameters)
        default: break
        }
        let variable = writer.secrets.newVariable(for: reference.name ?? "content")
        writer.miss(.content(reference, variable: variable))
        // The type depends on the path, but there always is one beside a filename.
        if part.contentType == nil, part.filename != nil, !hasTypeHeader { differs = true }
        return content(of: .variable(variable), named: nil)
    }

    private mutating func file(_ path: ByteString) -> CurlField.Content {
        leaveOutType(that: .byCurl(filename: part.filename, path: path))
        return content(of: .path(path.forCurl), named: path.lastPathComponent)
    }

    private mutating func content(
        of source: CurlField.Source, named fileName: ByteString?
    ) -> CurlField.Content {
        guard let filename = part.filename else { return .contents(of: source, parameters) }
        if filename != fileName { parameters.filename = filename }
        return .files([(source, parameters)])
    }

    /// Leaves out a type that curl gives the part by itself.
    private mutating func leaveOutType(that curls: MediaType?) {
        guard !hasTypeHeader else { return }
        if let type = part.contentType {
            if type == curls { parameters.type = nil }
        } else if curls != nil {
            differs = true
        }
    }
}

extension FormPart {
    /// Whether the ways of escaping write the name or the filename differently.
    fileprivate var hasEscapes: Bool {
        [name, filename].contains { text in
            text?.contains { "\"\\".utf8.contains($0) } ?? false
        }
    }
}
