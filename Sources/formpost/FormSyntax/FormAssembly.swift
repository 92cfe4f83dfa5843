import FormEncoding

/// Assembles parts and groups into forms, in the order of the command line.
struct FormAssembly {
    private let escaping: NameEscaping
    private var form: MultipartForm

    /// The open groups, outermost first, each with the form around it.
    private var open: [(part: FormPart, outer: MultipartForm)] = []

    /// The user's boundary, and how many boundaries were derived from it.
    private let boundary: Boundary?
    private var nestedForms = 0

    /// With a boundary of the user, those of nested forms are derived from it; otherwise all are
    /// random.
    init(boundary: Boundary?, escaping: NameEscaping) {
        self.escaping = escaping
        self.boundary = boundary
        form = MultipartForm(
            parts: [], boundary: boundary ?? .random(), escaping: escaping)
    }

    /// Adds the parts of an argument; `content` is called for its files, in order.
    mutating func append<Failure: Error>(
        _ argument: FormArgument<PartAttributes>,
        content: (FormFile<PartAttributes>) throws(Failure) -> PartContent
    ) throws(Failure) {
        switch argument.content {
        case .text(let text, let attributes):
            form.parts.append(
                part(argument.name, attributes.filename, attributes, path: nil, .bytes(text)))
        case .contents(let file):
            let path = file.isStandardInput ? nil : file.path
            form.parts.append(
                part(argument.name, nil, file.attributes, path: path, try content(file)))
        case .files(let files):
            try append(files, name: argument.name, content)
        case .open(let attributes):
            let group = part(argument.name, nil, attributes, path: nil, .bytes(""))
            open.append((group, form))
            form = nestedForm()
        case .close:
            close()
        // Its files stand in its place.
        case .tree, .pattern: break
        }
    }

    /// The form; groups that are still open end here, as in curl.
    mutating func finish() -> MultipartForm {
        while !open.isEmpty { close() }
        return form
    }

    /// One file becomes a part; several become a nested `multipart/mixed` in one part with the
    /// name.
    private mutating func append<Failure: Error>(
        _ files: [FormFile<PartAttributes>], name: ByteString?,
        _ content: (FormFile<PartAttributes>) throws(Failure) -> PartContent
    ) throws(Failure) {
        var parts: [FormPart] = []
        for file in files {
            let path = file.isStandardInput ? nil : file.path
            parts.append(
                part(
                    files.count == 1 ? name : nil,
                    file.attributes.filename ?? path?.lastPathComponent ?? "-", file.attributes,
                    path: path, try content(file)))
        }
        if files.count == 1 {
            form.parts += parts
        } else {
            var group = nestedForm()
            group.parts = parts
            form.parts.append(FormPart(name: name, content: .form(group)))
        }
    }

    private mutating func nestedForm() -> MultipartForm {
        nestedForms += 1
        let boundary = boundary?.nested(nestedForms) ?? .random()
        return MultipartForm(parts: [], boundary: boundary, escaping: escaping)
    }

    private mutating func close() {
        guard var (group, outer) = open.popLast() else { return }
        group.content = .form(form)
        outer.parts.append(group)
        form = outer
    }

    private func part(
        _ name: ByteString?, _ filename: ByteString?, _ attributes: PartAttributes,
        path: ByteString?, _ content: PartContent
    ) -> FormPart {
        FormPart(
            name: name, filename: filename,
            contentType: attributes.contentType(filename: filename, path: path),
            headers: attributes.headers, transferEncoding: attributes.encoding, content: content)
    }
}

extension Boundary {
    /// A boundary for a nested form, which must not begin with this one (RFC 2046 §5.1.2).
    fileprivate func nested(_ number: Int) -> Boundary? {
        let isTaken = value.first == UInt8(ascii: "n")
        let prefix = ByteString("\(isTaken ? "N" : "n")\(number)-")
        return try? Boundary(prefix + value.suffix(70 - prefix.count))
    }
}
