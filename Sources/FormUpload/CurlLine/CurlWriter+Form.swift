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
        let escaping = form.escaping
        if escaping == .backslash { add("--form-escape") }
        var count = 0
        var open = [OpenForm(form, form.mediaType ?? .formData, group: nil)]
        while let current = open.last {
            guard let part = current.rest.first else {
                open.removeLast()
                if !open.isEmpty { closeGroup(escaping) }
                continue
            }
            open[open.count - 1].rest.removeFirst()
            let name = part.name ?? current.group
            var field = PartField(
                part, in: current.form, current.type, escaping,
                PartReference(index: count, name: name, filename: part.filename))
            if let nested = part.nestedForm {
                let type = part.nestedType(of: nested)
                field.open(nested, type, &self)
                open.append(OpenForm(nested, type, group: name))
            } else {
                field.write(&self)
                count += 1
                if part.transferEncoding == .quotedPrintable, !isChunked { miss(.length) }
            }
        }
    }

    private mutating func closeGroup(_ escaping: NameEscaping) {
        var field = CurlField(name: nil, usesBackslashes: escaping == .backslash)
        field.close()
        add(field.option, field.value)
    }
}

/// One part, and what curl does not write as it is.
private struct PartField {
    let part: FormPart
    let reference: PartReference
    var field: CurlField
    var parameters: CurlField.Parameters
    var differs = false

    init(
        _ part: FormPart, in form: MultipartForm, _ type: MediaType, _ escaping: NameEscaping,
        _ reference: PartReference
    ) {
        self.part = part
        self.reference = reference
        var name = part.name
        var headers = part.headers.map { CurlField.Parameters.Header.line($0.line) }
        if let line = part.dispositionLine(in: type, form.escaping) {
            // curl ends a name at the first `=`, and has no empty one; its own header it does not
            // send in the same place.
            let isNameless = part.name.map { $0.isEmpty || $0.contains(UInt8(ascii: "=")) } ?? false
            let isEscaped = form.escaping != escaping && part.hasEscapes
            if isNameless || isEscaped {
                headers.insert(.line(line), at: 0)
                differs = true
                if isNameless { name = nil }
            }
        }
        field = CurlField(name: name, usesBackslashes: escaping == .backslash)
        parameters = CurlField.Parameters(
            type: part.contentType?.value, encoder: part.transferEncoding?.rawValue.bytes,
            headers: headers)
    }

    mutating func open(_ nested: MultipartForm, _ type: MediaType, _ writer: inout CurlWriter) {
        // curl allows no filename and no encoder on a group.
        if part.filename != nil || part.transferEncoding != nil { differs = true }
        parameters.encoder = nil
        let isSaid = part.contentType != nil || part.headerValue("Content-Type") != nil
        if !isSaid, type != .mixed { parameters.type = type.value }
        if !nested.boundary.isRandom { writer.miss(.boundary(nested.boundary)) }
        field.open(parameters, &writer.secrets)
        finish(&writer)
    }

    mutating func write(_ writer: inout CurlWriter) {
        switch part.content {
        case .file(let path) where !path.contains(0): add(path, &writer)
        case .source(.file(let range)):
            if let path = range.wholePath { add(path, &writer) } else { addVariable(&writer) }
        case .source(.bytes(let bytes)):
            guard let text = CurlWriter.argument(bytes) else { return addVariable(&writer) }
            parameters.filename = part.filename
            leaveOutType(that: .byCurl(filename: part.filename, path: nil))
            field.addText(
                text, named: part.name, isLiteral: false, parameters, &writer.secrets)
            finish(&writer)
        default: addVariable(&writer)
        }
    }

    private mutating func add(_ path: ByteString, _ writer: inout CurlWriter) {
        leaveOutType(that: .byCurl(filename: part.filename, path: path))
        add(.path(path.forCurl), nameOfFile: path.lastPathComponent, &writer)
    }

    private mutating func addVariable(_ writer: inout CurlWriter) {
        let variable = writer.secrets.newVariable(for: reference.name ?? "content")
        writer.miss(.content(reference, variable: variable))
        // The type depends on the path, but there always is one beside a filename.
        if part.contentType == nil, part.filename != nil, part.headerValue("Content-Type") == nil {
            differs = true
        }
        add(.variable(variable), nameOfFile: nil, &writer)
    }

    private mutating func add(
        _ source: CurlField.Source, nameOfFile: ByteString?, _ writer: inout CurlWriter
    ) {
        if let filename = part.filename {
            if filename != nameOfFile { parameters.filename = filename }
            field.addFile(source, parameters, &writer.secrets)
        } else {
            field.addContents(of: source, parameters, &writer.secrets)
        }
        finish(&writer)
    }

    /// Leaves out a type that curl gives the part by itself.
    private mutating func leaveOutType(that curls: MediaType?) {
        if let type = part.contentType {
            if type == curls, part.headerValue("Content-Type") == nil { parameters.type = nil }
        } else if curls != nil, part.headerValue("Content-Type") == nil {
            differs = true
        }
    }

    private func finish(_ writer: inout CurlWriter) {
        writer.add(field.option, field.value)
        if differs { writer.miss(.headers(reference)) }
    }
}

extension FormPart {
    /// Whether there are characters that one of the ways of escaping changes, and the other does not.
    fileprivate var hasEscapes: Bool {
        [name, filename].contains { text in
            text?.contains { "\"\\".utf8.contains($0) } ?? false
        }
    }
}

extension String {
    fileprivate var bytes: ByteString { ByteString(self) }
}
