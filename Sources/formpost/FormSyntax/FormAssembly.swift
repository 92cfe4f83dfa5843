import FormEncoding

/// Puts parts into forms, and forms into parts, in the order of the command line.
struct FormAssembly {
    private let escaping: NameEscaping
    private var form: MultipartForm

    /// The groups that are open, from the outside in: each with what holds it so far.
    private var open: [(part: FormPart, outer: MultipartForm)] = []

    /// A form with a boundary of the user's own, or a random one; nested ones are always random.
    init(boundary: Boundary?, escaping: NameEscaping) {
        self.escaping = escaping
        form = MultipartForm(boundary: boundary ?? .random(), escaping: escaping)
    }

    /// Adds what an argument says; `standardInput` is asked for what `-` stands for.
    mutating func append<Failure: Error>(
        _ argument: FormArgument, _ attributes: [PartAttributes],
        standardInput: () throws(Failure) -> PartContent
    ) throws(Failure) {
        switch argument.content {
        case .text(let text, _):
            guard let attributes = attributes.first else { return }
            form.parts.append(
                part(
                    argument.name, attributes.filename, attributes,
                    attributes.contentType(filename: attributes.filename, path: nil),
                    .bytes(text)))
        case .contents(let file):
            guard let attributes = attributes.first else { return }
            let path = file.isStandardInput ? nil : file.path
            form.parts.append(
                part(
                    argument.name, nil, attributes,
                    attributes.contentType(filename: nil, path: path),
                    try content(file, standardInput)))
        case .files(let files):
            try append(files, attributes, name: argument.name, standardInput)
        case .open:
            guard let attributes = attributes.first else { return }
            let group = part(argument.name, nil, attributes, attributes.type, .bytes(""))
            open.append((group, form))
            form = MultipartForm(escaping: escaping)
        case .close:
            close()
        }
    }

    /// The form; groups that are still open end here, as in curl.
    mutating func finish() -> MultipartForm {
        while !open.isEmpty { close() }
        return form
    }

    /// A file is a part; several are a nested `multipart/mixed` in one part, which has the name.
    private mutating func append<Failure: Error>(
        _ files: [FormFile], _ attributes: [PartAttributes], name: ByteString?,
        _ standardInput: () throws(Failure) -> PartContent
    ) throws(Failure) {
        var parts: [FormPart] = []
        for (file, attributes) in zip(files, attributes) {
            let isInput = file.isStandardInput
            let filename = attributes.filename ?? (isInput ? "-" : file.path.lastPathComponent)
            let type = attributes.contentType(
                filename: filename, path: isInput ? nil : file.path)
            parts.append(
                part(
                    files.count == 1 ? name : nil, filename, attributes, type,
                    try content(file, standardInput)))
        }
        if files.count == 1 {
            form.parts += parts
        } else {
            let group = MultipartForm(parts: parts, escaping: escaping)
            form.parts.append(FormPart(name: name, content: .parts(group)))
        }
    }

    private mutating func close() {
        guard var (group, outer) = open.popLast() else { return }
        group.content = .parts(form)
        outer.parts.append(group)
        form = outer
    }

    private func content<Failure: Error>(
        _ file: FormFile, _ standardInput: () throws(Failure) -> PartContent
    ) throws(Failure) -> PartContent {
        file.isStandardInput ? try standardInput() : .file(file.path)
    }

    private func part(
        _ name: ByteString?, _ filename: ByteString?, _ attributes: PartAttributes,
        _ type: MediaType?, _ content: PartContent
    ) -> FormPart {
        FormPart(
            name: name, filename: filename, contentType: type, headers: attributes.headers,
            transferEncoding: attributes.encoding, content: content)
    }
}
