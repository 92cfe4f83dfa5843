import FormEncoding

/// The parts of a form, each as a `-F` or `--form-string`.
extension CurlWriter {
    private struct OpenForm {
        let form: MultipartForm
        let type: MediaType
        /// The name to report for parts without a name.
        let group: ByteString?
        var next = 0
    }

    /// A stack instead of recursion, since forms can be nested deeply.
    mutating func write(_ form: MultipartForm, isChunked: Bool) {
        if form.escaping == .backslash { add("--form-escape") }
        var count = 0
        var open = [OpenForm(form: form, type: form.mediaType ?? .formData, group: nil)]
        while let current = open.last {
            guard current.next < current.form.parts.count else {
                open.removeLast()
                if !open.isEmpty { add("-F", "=)") }
                continue
            }
            let part = current.form.parts[current.next]
            open[open.count - 1].next += 1
            let name = part.nameBytes ?? current.group
            let reference = PartReference(index: count, name: name, filename: part.filenameBytes)
            var field = CurlField(part, in: current.form, current.type, form.escaping)
            if let nested = part.nestedForm {
                let type = part.nestedType(of: nested)
                if !nested.boundary.isRandom { miss(.boundary(nested.boundary)) }
                field.beginGroup(type)
                add(field, ShellWord("(".utf8))
                open.append(OpenForm(form: nested, type: type, group: name))
            } else {
                write(&field, reference)
                count += 1
                if part.transferEncoding == .quotedPrintable, !isChunked { miss(.length) }
            }
            if field.differs { miss(.headers(reference)) }
        }
    }

    /// Writes a part that is no group: as text, or with the path or the variable of its file.
    private mutating func write(_ field: inout CurlField, _ reference: PartReference) {
        let part = field.part
        switch part.content {
        case .file(let path) where !path.contains(0): return write(&field, file: path)
        case .source(.file(let range)):
            if let path = range.wholePath { return write(&field, file: path) }
        case .source(let source):
            guard let text = source.memory.flatMap(Self.argument) else { break }
            field.filename = part.filenameBytes
            field.leaveOutType(that: .byCurl(filename: part.filenameBytes, path: nil))
            return write(field, text: text)
        default: break
        }
        if readsStandardInput {
            field.leaveOutType(that: .byCurl(filename: part.filenameBytes, path: nil))
            return write(&field, ShellWord("-".utf8), named: "-")
        }
        let variable = secrets.newVariable(for: reference.nameBytes ?? "content")
        miss(.content(reference, variable: variable))
        // The type depends on the path, but there always is one beside a filename.
        if field.type == nil, part.filenameBytes != nil, !field.hasTypeHeader {
            field.differs = true
        }
        write(&field, ShellWord(variable: variable), named: nil)
    }

    private mutating func write(_ field: inout CurlField, file path: ByteString) {
        field.leaveOutType(that: .byCurl(filename: field.part.filenameBytes, path: path))
        write(&field, ShellWord(path.forCurl.asWord), named: path.lastPathComponent)
    }

    /// Writes `@source`, or `<source` without a filename.
    private mutating func write(
        _ field: inout CurlField, _ source: ShellWord, named fileName: ByteString?
    ) {
        let filename = field.part.filenameBytes
        if filename != fileName || field.escapesLineEnds(of: fileName) { field.filename = filename }
        var content = ShellWord((filename == nil ? "<" : "@").utf8)
        content += source
        add(field, content)
    }

    /// Writes text, which is a secret if the name of its part says so.
    private mutating func write(_ field: CurlField, text: ByteString) {
        let name = field.part.nameBytes.flatMap { secrets.names.contains($0) ? $0 : nil }
        let secret = name.map { [Secret(name: $0, range: 0..<text.count)] } ?? []
        let word = secrets.word(text.bytes, hiding: secret)
        let isPlain = text.isPlainText && word == ShellWord(text)
        if isPlain || !field.hasParameters {
            return add(field, word, by: isPlain ? "-F" : "--form-string")
        }
        var quoted = ShellWord("\"".utf8)
        quoted += word.mapText { ShellWord(ByteString(bytes: $0).escaped) }
        quoted += "\"".utf8
        add(field, quoted)
    }

    /// Writes a field with its parameters, with quotes where curl would cut or trim one.
    private mutating func add(_ field: CurlField, _ content: ShellWord, by option: String = "-F") {
        var word = ShellWord(field.escaped(field.name ?? "") + [UInt8(ascii: "=")])
        word += content
        if let type = field.type {
            let isPlain = type.isPlainType
            word += (isPlain ? ";type=" : ";headers=").utf8
            word += isPlain ? type.bytes : (ByteString("Content-Type: ") + type).inQuotes
        }
        if let filename = field.filename {
            word += ";filename=".utf8
            word += ByteString(bytes: field.escaped(filename)).asWord
        }
        if let encoder = field.encoder { word += ";encoder=\(encoder)".utf8 }
        for line in field.headers {
            word += ";headers=\"".utf8
            word += self.word(header: line).mapText { ShellWord(ByteString(bytes: $0).escaped) }
            word += "\"".utf8
        }
        add(option, word)
    }
}

/// One part as a field, and whether curl writes its headers differently.
private struct CurlField {
    let part: FormPart
    private(set) var name: ByteString?
    private(set) var type: ByteString?
    var filename: ByteString?
    private(set) var encoder: ContentTransferEncoding.RawValue?
    private(set) var headers: [ByteString]
    var differs = false
    /// Whether curl sends line ends in names as they are.
    private let usesBackslashes: Bool

    init(
        _ part: FormPart, in form: MultipartForm, _ type: MediaType, _ escaping: NameEscaping
    ) {
        (self.part, name) = (part, part.nameBytes)
        self.type = part.contentType?.value
        encoder = part.transferEncoding?.rawValue
        headers = part.headers.map(\.line)
        usesBackslashes = escaping == .backslash
        var line: [UInt8] = []
        let isField = type.isKind(of: .formData)
        guard part.renderDisposition(isField: isField, form.escaping, into: &line) else { return }
        // curl ends a name at the first `=`, has no empty name, and sends a given header in another
        // place than its own.
        let isNameless =
            part.nameBytes.map { $0.isEmpty || $0.contains(UInt8(ascii: "=")) } ?? false
        let hasEscapes = [part.nameBytes, part.filenameBytes].contains { text in
            text?.contains { "\"\\".utf8.contains($0) } ?? false
        }
        guard isNameless || form.escaping != escaping && hasEscapes else { return }
        headers.insert(ByteString(bytes: line), at: 0)
        differs = true
        if isNameless { name = nil }
    }

    var hasTypeHeader: Bool { part.headerValue("Content-Type") != nil }

    var hasParameters: Bool {
        type != nil || filename != nil || encoder != nil || !headers.isEmpty
    }

    /// curl allows no filename and no encoder on a group.
    mutating func beginGroup(_ groupType: MediaType) {
        if part.filenameBytes != nil || encoder != nil { differs = true }
        encoder = nil
        if type == nil, !hasTypeHeader, groupType != .mixed { type = groupType.value }
    }

    /// Leaves out a type that curl gives the part by itself.
    mutating func leaveOutType(that curls: MediaType?) {
        guard !hasTypeHeader else { return }
        if type == nil {
            if curls != nil { differs = true }
        } else if part.contentType == curls {
            type = nil
        }
    }

    /// Whether curl would send line ends of a file's name as they are.
    func escapesLineEnds(of fileName: ByteString?) -> Bool {
        usesBackslashes && fileName?.contains(where: \.endsHeaderLine) ?? false
    }

    /// Returns a name as curl is to read it; a NUL cannot be in an argument.
    func escaped(_ name: ByteString) -> [UInt8] {
        name.bytes.flatMap { byte in
            let isEscaped = byte == 0 || usesBackslashes && byte.endsHeaderLine
            return isEscaped ? PercentEncoding.url.escaping([byte]) : [byte]
        }
    }
}

extension ByteString {
    /// A path that curl does not take for standard input.
    var forCurl: ByteString { self == "-" || self == "." ? "./" + self : self }

    /// Whether `-F` sends the text as it is.
    fileprivate var isPlainText: Bool {
        !bytes.contains { ";\"".utf8.contains($0) }
            && bytes.first.map { !"@<(".utf8.contains($0) } ?? true
            && bytes.first?.isBlank != true && bytes.last?.isBlank != true && self != ")"
    }

    /// Whether curl reads the media type as it is. It exits with 2 for one without a `/`, takes a comma
    /// for the end and some parameters for its own, and trims blanks.
    fileprivate var isPlainType: Bool {
        let parameters = bytes.split(separator: UInt8(ascii: ";")).dropFirst()
        return bytes.contains(UInt8(ascii: "/")) && bytes.last?.isBlank == false
            && bytes.allSatisfy { $0 == 0x20 || $0 > 0x20 && !",\"".utf8.contains($0) }
            && parameters.allSatisfy { parameter in
                let name = parameter.drop(while: \.isBlank).prefix { $0 != UInt8(ascii: "=") }
                return !["type", "filename", "encoder", "headers"]
                    .contains(ByteString(name).description.lowercased())
            }
    }

    /// The text as a path or as the value of a parameter.
    fileprivate var asWord: [UInt8] {
        let isPlain =
            !bytes.isEmpty && bytes.allSatisfy { !$0.isBlank && !";,\"".utf8.contains($0) }
        return isPlain ? bytes : inQuotes
    }

    fileprivate var inQuotes: [UInt8] {
        [UInt8(ascii: "\"")] + escaped + [UInt8(ascii: "\"")]
    }

    fileprivate var escaped: [UInt8] {
        bytes.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
}
