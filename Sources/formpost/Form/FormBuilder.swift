import FormEncoding

/// Builds a form from the fields of a command line, by curl's grammar of `-F`.
///
/// The initializer parses the arguments, and lists the files of `--form-tree` and `--form-glob`.
/// `measure` reads `headers=@file`, checks every file, and measures it where no input is waited for.
/// `form` reads standard input. Errors come in curl's order: syntax and headers of all fields first,
/// then files and encoders field by field. Where curl drops something with a warning, it is an error,
/// or with `--form-lax` a warning.
struct FormBuilder: Sendable {
    /// A part, or the beginning or the end of a group.
    struct Item: Sendable {
        enum Content: Sendable {
            /// `name=text`
            case text(ByteString)
            /// `name=@file`
            case file(ByteString)
            /// `name=<file`
            case contents(ByteString)
            /// `name=(`
            case group
            /// `name=@file1,file2`: a group of these files.
            case files([ByteString])
            /// `=)`, or the end of `files`.
            case end
            /// `--form-tree` or `--form-glob` whose files cannot be listed.
            case unlisted(FileListProblem)
        }

        /// The index of the field.
        let field: Int
        /// As it was written, never trimmed; `nil` if there is nothing before the `=`.
        let name: ByteString?
        let content: Content
        /// The offset of the file in the argument.
        var offset = 0
        var parameters = Parameters()

        /// The file; `-` is standard input, whether quoted or not.
        var path: ByteString? {
            switch content {
            case .file(let path), .contents(let path): path
            default: nil
            }
        }
    }

    /// The parameters after the `;` of a text, a file or a group.
    struct Parameters: Sendable {
        enum HeaderSource: Sendable {
            case line(FormScanner.Word)
            /// `headers=@file`
            case file(FormScanner.Word)
        }

        var type: FormScanner.Word?
        var filename: FormScanner.Word?
        var encoder: FormScanner.Word?
        var headers: [HeaderSource] = []

        /// The files of `headers=@file`.
        var headerFiles: [ByteString] {
            headers.compactMap { if case .file(let path) = $0 { path.bytes } else { nil } }
        }
    }

    let fields: [FormField]
    /// In the order of the command line; none of a field with an error.
    private(set) var items: [Item] = []
    /// The part of each item, made by `resolve`, with the content of a file by `measure`.
    private(set) var parts: [FormPart] = []
    /// The first error of syntax in one field.
    private(set) var problem: FormProblem?
    /// Problems that curl warns about, or ignores silently.
    private(set) var warnings: [FormProblem] = []

    private let isLax: Bool
    /// Whether the files of a tree have escaped names (`--form-tree-escape`).
    private let escapesTrees: Bool
    /// Standard input is read twice, or groups are not balanced.
    private var imbalance: FormProblem?
    /// The links in trees, which are not followed.
    private var links: [FormProblem] = []
    /// The parts with several files, except in groups, whose users expect nested parts.
    private var severalFiles: [FormProblem] = []
    /// The field that is being parsed, and the rest of its argument.
    private var index = 0
    private var scanner = FormScanner("")

    /// `standardInput` is the option that reads standard input, if any.
    init(
        _ fields: [FormField], isLax: Bool, escapesTrees: Bool = false,
        standardInput: (option: String, value: ByteString)? = nil
    ) {
        (self.fields, self.isLax) = (fields, isLax)
        self.escapesTrees = escapesTrees
        items.reserveCapacity(fields.count)
        for field in fields.indices {
            index = field
            let count = items.count
            do throws(FormProblem) { try parse() } catch {
                items.removeSubrange(count...)
                problem = problem ?? error
            }
        }
        do throws(FormProblem) {
            try checkStandardInput(standardInput)
            try checkGroups()
        } catch {
            imbalance = error
        }
    }

    /// The field that an item belongs to.
    func field(of item: Item) -> FormField { fields[item.field] }

    /// The field that reads standard input.
    var readerOfStandardInput: FormField? {
        items.first { $0.path == "-" }.map(field(of:))
    }

    /// The files that the form reads, but for standard input, each with its option as typed.
    var files: [(option: String, path: ByteString)] {
        items.compactMap { item in
            item.path.flatMap { $0 == "-" ? nil : (field(of: item).option, $0) }
        } + headerFiles
    }

    /// The files of `headers=@file`, each with its option as typed.
    var headerFiles: [(option: String, path: ByteString)] {
        items.flatMap { item in item.parameters.headerFiles.map { (field(of: item).option, $0) } }
    }

    /// Standard input can be read once.
    private func checkStandardInput(
        _ reader: (option: String, value: ByteString)?
    ) throws(FormProblem) {
        var reader = reader
        for item in items where item.path == "-" {
            let field = field(of: item)
            if let first = reader {
                throw field.problem(
                    at: item.offset,
                    .standardInputTwice(option: first.option, value: first.value))
            }
            reader = (field.option, field.content)
        }
    }

    /// Throws for a `=)` without an open group, and for a group that stays open.
    private mutating func checkGroups() throws(FormProblem) {
        var open: [Item] = []
        for item in items {
            index = item.field
            switch item.content {
            case .files(let paths):
                if open.isEmpty { severalFiles.append(error(0, .severalFiles(paths))) }
                open.append(item)
            case .group:
                open.append(item)
                if open.count >= MultipartForm.maximumDepth { throw error(0, .nestedTooDeep) }
            case .end: if open.popLast() == nil { throw error(0, .nothingToClose) }
            case .text, .file, .contents, .unlisted: break
            }
        }
        for item in open {
            index = item.field
            try object((item.name?.count ?? 0) + 1, .neverClosed)
        }
    }
}

// The grammar.
extension FormBuilder {
    /// Adds the items of the field at `index`.
    private mutating func parse() throws(FormProblem) {
        let field = fields[index]
        if case .pair(let name) = field.kind {
            let text = ByteString(bytes: field.argument.dropFirst(name.count + 1))
            items.append(Item(field: index, name: name.isEmpty ? nil : name, content: .text(text)))
            return
        }
        scanner = FormScanner(field.argument)
        guard let typed = scanner.name() else {
            throw error(scanner.bytes.count, .noEquals)
        }
        let name = typed.isEmpty ? nil : typed
        switch field.kind {
        case .string: add(name, .text(scanner.remainder()))
        case .tree:
            let offset = scanner.position
            list(name, scanner.remainder(), offset, Parameters())
        case .glob:
            let offset = scanner.position
            guard scanner.byte(UInt8(ascii: "@")), let pattern = scanner.pattern() else {
                throw error(offset, .noPattern)
            }
            var parameters = try parameters(before: .semicolon)
            try refuse(&parameters.filename, "filename", of: .pattern)
            list(name, pattern, offset + 1, parameters)
        // Only the first byte of the content can be special.
        case .form, .pair, .each:
            if name == nil, scanner.rest == ")" {
                add(nil, .end)
            } else if scanner.byte(UInt8(ascii: "@")) {
                try parseFiles(name)
            } else if scanner.byte(UInt8(ascii: "<")) {
                let path = try word(before: .semicolon)
                var parameters = try parameters(before: .semicolon)
                try refuse(&parameters.filename, "filename", of: .contents)
                add(name, .contents(path.bytes), path.offset, parameters)
            } else if scanner.byte(UInt8(ascii: "(")) {
                try parseGroup(name)
            } else {
                try parseText(name)
            }
        }
    }

    private mutating func add(
        _ name: ByteString?, _ content: Item.Content, _ offset: Int = 0,
        _ parameters: Parameters = Parameters()
    ) {
        items.append(
            Item(
                field: index, name: name, content: content, offset: offset, parameters: parameters))
    }

    private mutating func parseText(_ name: ByteString?) throws(FormProblem) {
        let start = scanner.position
        let text = try word(before: .semicolon)
        try checkBlanks(around: text, start..<scanner.position)
        if !text.isQuoted, scanner.isAtEmptyParameters {
            warn(scanner.position, .semicolonDropped)
        }
        let rest = scanner.position
        let parameters = try parameters(before: .semicolon)
        if !text.isQuoted, !text.bytes.isEmpty {
            if let filename = parameters.filename,
                let offset = scanner.spacedFilename(in: rest..<filename.offset)
            {
                warn(offset, .textBecomesFile(filename.bytes))
            }
            if let type = parameters.type, !type.bytes.looksLikeMediaType {
                warn(type.offset, .textEndsAtType(type.bytes))
            }
        }
        add(name, .text(text.bytes), 0, parameters)
    }

    /// Text without quotes loses its outer blanks and line ends, as in curl.
    private mutating func checkBlanks(
        around text: FormScanner.Word, _ whole: Range<Int>
    ) throws(FormProblem) {
        guard !text.isQuoted, whole.count > text.bytes.count else { return }
        let end = text.offset + text.bytes.count
        let offset = text.offset > whole.lowerBound ? whole.lowerBound : end
        try object(offset, .blanksAround(text.offset..<end, in: whole))
    }

    /// `file1;type=a/b,"file 2"`. One file becomes a part; several become a nested `multipart/mixed`
    /// in one part with the name.
    private mutating func parseFiles(_ name: ByteString?) throws(FormProblem) {
        let first = items.count
        var paths: [ByteString] = []
        repeat {
            let path = try word(before: .semicolonOrComma)
            let parameters = try parameters(before: .semicolonOrComma)
            let isAlone = paths.isEmpty && scanner.next != UInt8(ascii: ",")
            add(isAlone ? name : nil, .file(path.bytes), path.offset, parameters)
            paths.append(path.bytes)
        } while scanner.byte(UInt8(ascii: ","))
        guard paths.count > 1 else { return }
        items.insert(Item(field: index, name: name, content: .files(paths)), at: first)
        add(nil, .end)
    }

    /// `;type=multipart/alternative` after a `(`; curl drops other text.
    private mutating func parseGroup(_ name: ByteString?) throws(FormProblem) {
        let text = scanner.unquoted(before: .semicolon)
        if !text.bytes.isEmpty { try object(text.offset, .textInGroup(text.bytes)) }
        var parameters = try parameters(before: .semicolon)
        try refuse(&parameters.filename, "filename", of: .group)
        try refuse(&parameters.encoder, "encoder", of: .group)
        add(name, .group, 0, parameters)
    }

    /// Adds an item for each file of a tree or a pattern.
    private mutating func list(
        _ name: ByteString?, _ path: ByteString, _ offset: Int, _ parameters: Parameters
    ) {
        do throws(FileListProblem) {
            guard fields[index].kind == .tree else {
                if path == "-" { throw .standardInput }
                let files = try FilePattern.files(of: path)
                if files.isEmpty { throw .noMatch(path) }
                for file in files { add(name, .file(file.asFile), offset, parameters) }
                return
            }
            let found = try FileTree.files(below: path)
            let directory = FileTree.name(of: path)
            for file in found.files {
                var filename = directory.appending(component: file)
                if escapesTrees {
                    filename = ByteString(bytes: PercentEncoding.curl.escaping(filename.bytes))
                }
                add(
                    name, .file(path.appending(component: file)), offset,
                    Parameters(filename: .init(bytes: filename, offset: offset)))
            }
            links += found.links.map { error(offset, .treeLink(path.appending(component: $0))) }
        } catch let problem {
            add(name, .unlisted(problem), offset)
        }
    }

    private mutating func word(before end: FormScanner.End) throws(FormProblem) -> FormScanner.Word
    {
        let word = scanner.word(before: end)
        if word.isQuoted, let surplus = scanner.surplus {
            try object(surplus.lowerBound, .textAfterQuote(scanner.text(surplus)))
        }
        return word
    }

    /// `;type=…;filename=…;headers=…;encoder=…`, in any order, up to the end or a comma.
    private mutating func parameters(
        before end: FormScanner.End
    ) throws(FormProblem) -> Parameters {
        var parameters = Parameters()
        // Text between semicolons extends the type until another parameter follows; a later `type=`
        // replaces it.
        var (type, isOpen): (Range<Int>?, Bool) = (nil, false)
        while scanner.byte(UInt8(ascii: ";")) {
            scanner.blanks()
            let offset = scanner.position
            if !isOpen, scanner.keyword("type=") {
                (type, isOpen) = (try mediaType(before: end), true)
            } else if scanner.keyword("filename=") {
                isOpen = false
                parameters.filename = try word(before: end)
            } else if scanner.keyword("encoder=") {
                isOpen = false
                parameters.encoder = try word(before: end)
            } else if scanner.keyword("headers=") {
                isOpen = false
                parameters.headers.append(try header(before: end))
            } else if isOpen, let start = type?.lowerBound {
                type = start..<scanner.continuation(before: end)
            } else {
                let word = try word(before: end)
                if !word.bytes.isEmpty { try object(offset, .unknownParameter(word.bytes)) }
            }
        }
        guard let type else { return parameters }
        let text = scanner.text(type)
        parameters.type = FormScanner.Word(bytes: text, offset: type.lowerBound)
        if text.contains(where: \.endsHeaderLine) {
            throw error(type.lowerBound, .lineBreak(in: "type="))
        }
        if !text.contains(UInt8(ascii: "/")) {
            try object(type.lowerBound, .malformedType(text))
        }
        return parameters
    }

    private mutating func mediaType(before end: FormScanner.End) throws(FormProblem) -> Range<Int> {
        scanner.blanks()
        if let range = scanner.mediaType(before: end) { return range }
        let word = scanner.unquoted(before: end)
        throw error(word.offset, word.bytes.isEmpty ? .emptyType : .malformedType(word.bytes))
    }

    /// `"Name: value"`, `@file` or `<file`, after `headers=`.
    private mutating func header(
        before end: FormScanner.End
    ) throws(FormProblem) -> Parameters.HeaderSource {
        let isFile = scanner.byte(UInt8(ascii: "@")) || scanner.byte(UInt8(ascii: "<"))
        let word = try word(before: end)
        if isFile { return .file(word) }
        // Before what follows it, which the user meant to be inside.
        if !isLax, !word.isQuoted, word.bytes.first == UInt8(ascii: "\"") {
            throw error(word.offset, .malformedHeader(word.bytes))
        }
        if word.bytes.allSatisfy(\.isBlank) { throw error(word.offset, .emptyHeader) }
        if word.bytes.contains(where: \.endsHeaderLine) {
            throw error(word.offset, .lineBreak(in: "headers="))
        }
        return .line(word)
    }

    /// Groups take no filename and no encoder, `<file` takes no filename; curl drops them.
    private mutating func refuse(
        _ parameter: inout FormScanner.Word?, _ name: String, of part: FormProblem.Part
    ) throws(FormProblem) {
        guard let offset = parameter?.offset else { return }
        try object(offset, .notAllowed(parameter: name, part: part))
        parameter = nil
    }

    private func error(_ offset: Int, _ fact: FormProblem.Fact) -> FormProblem {
        fields[index].problem(at: offset, fact)
    }

    private mutating func warn(_ offset: Int, _ fact: FormProblem.Fact) {
        warnings.append(error(offset, fact))
    }

    /// Throws, or adds a warning if lax.
    private mutating func object(_ offset: Int, _ fact: FormProblem.Fact) throws(FormProblem) {
        guard isLax else { throw error(offset, fact) }
        warn(offset, fact)
    }
}

// The files.
extension FormBuilder {
    /// Reads the header files, and checks every file and every encoder. The writer of standard input or
    /// of a pipe may also write the form's files: files are measured only before these are read.
    mutating func measure(until limit: TimeLimit?) throws(FormProblem) {
        try resolve(until: limit)
        var measures = readerOfStandardInput == nil
        do throws(FormProblem) {
            for place in items.indices { try check(place, &measures) }
        } catch {
            // curl before 8.11.1 refuses such a type, although lax parsing only warns, and looks at no file.
            let type = warnings.first { if case .malformedType = $0.fact { true } else { false } }
            throw type ?? error
        }
        warnings += links + items.compactMap(forgottenMark) + severalFiles
    }

    /// Makes the parts, without their files.
    mutating func resolve(until limit: TimeLimit? = nil) throws(FormProblem) {
        if let problem = problem ?? imbalance { throw problem }
        parts.reserveCapacity(items.count)
        for item in items {
            index = item.field
            parts.append(try part(of: item, until: limit))
        }
    }

    /// Checks a file before its encoder.
    private mutating func check(_ place: Int, _ measures: inout Bool) throws(FormProblem) {
        let item = items[place]
        index = item.field
        if let path = item.path, path != "-" {
            do throws(BodyError) {
                if measures, let content = try PartContent.measured(path) {
                    parts[place].content = content
                } else {
                    try path.checkReadable()
                    measures = false
                }
            } catch {
                guard case .cannotRead(let path, let number) = error else { return }
                throw self.error(item.offset, .fileUnreadable(path, errno: number))
            }
        }
        if let encoder = item.parameters.encoder, parts[place].transferEncoding == nil {
            throw error(encoder.offset, .unknownEncoder(encoder.bytes))
        }
    }

    /// A warning if the text looks like the name of a file, and is one.
    private func forgottenMark(_ item: Item) -> FormProblem? {
        let field = field(of: item)
        guard field.kind == .form, let name = item.name, case .text(let text) = item.content,
            field.argument.dropFirst(name.count + 1).first != UInt8(ascii: "\""),
            text.looksLikeFile
        else { return nil }
        return field.problem(at: name.count + 1, .textIsFileName(text))
    }

    /// The part of an item. `type=` takes precedence over a `Content-Type` header of the user, which
    /// takes precedence over the guess.
    private mutating func part(
        of item: Item, until limit: TimeLimit?
    ) throws(FormProblem) -> FormPart {
        let parameters = item.parameters
        var part = FormPart(name: item.name, content: .bytes(""))
        let path = item.path.flatMap { $0 == "-" ? nil : $0 }
        switch item.content {
        case .text(let text):
            part.filename = parameters.filename?.bytes
            part.content = .bytes(text)
        case .file:
            part.filename = parameters.filename?.bytes ?? path?.lastPathComponent ?? "-"
        case .contents, .group, .files, .end: break
        case .unlisted(let problem): throw error(item.offset, .expansion(problem))
        }
        if let path { part.content = .file(path) }
        if let type = parameters.type {
            guard let mediaType = try? MediaType(verbatim: type.bytes) else {
                throw error(type.offset, .malformedType(type.bytes))
            }
            part.contentType = mediaType
        }
        for source in parameters.headers {
            switch source {
            case .line(let line):
                part.headers.append(try header(line.bytes, line.offset))
            case .file(let path): part.headers += try headers(inFile: path, until: limit)
            }
        }
        if part.contentType == nil, part.headerValue("Content-Type") == nil {
            part.contentType = .byDefault(filename: part.filename, path: path)
        }
        part.transferEncoding = parameters.encoder.flatMap {
            ContentTransferEncoding(name: $0.bytes)
        }
        return part
    }

    /// If lax, a file that cannot be opened is empty, with a warning.
    private mutating func headers(
        inFile path: FormScanner.Word, until limit: TimeLimit?
    ) throws(FormProblem) -> [PartHeader] {
        var content: [UInt8] = []
        do throws(InputError) { content = try SmallFile.read(path.bytes, until: limit) } catch {
            let fact = FormProblem.Fact.headerFileUnreadable(path.bytes, error)
            guard case .system = error, ![.isDirectory, .tooLarge].contains(error) else {
                throw self.error(path.offset, fact)
            }
            try object(path.offset, fact)
        }
        var headers: [PartHeader] = []
        for line in HeaderFile(content).lines {
            var bytes = line.bytes
            if isLax, let short = line.truncated {
                bytes = short
                warn(path.offset, .headerTruncated(path.bytes, line: line.number))
            }
            headers.append(try header(ByteString(bytes: bytes), path.offset))
        }
        return headers
    }

    /// A header line. If lax, any other line without a line end, with a warning.
    private mutating func header(
        _ line: ByteString, _ offset: Int
    ) throws(FormProblem) -> PartHeader {
        if let header = try? PartHeader(line) { return header }
        if line.bytes.contains(where: \.endsHeaderLine) {
            throw error(offset, .lineBreak(in: "headers=@"))
        }
        guard let header = try? PartHeader(verbatim: line) else {
            throw error(offset, .malformedHeader(line))
        }
        try object(offset, .malformedHeader(line))
        return header
    }
}

// The form.
extension FormBuilder {
    /// Assembles the parts; `standardInput` gives its content. Without a boundary of the user all are
    /// random, otherwise those of nested forms are derived from it. Groups that are still open end
    /// at the end, as in curl.
    mutating func form<Failure>(
        _ boundary: Boundary?, _ escaping: NameEscaping,
        standardInput: () throws(Failure) -> PartContent
    ) throws(Failure) -> MultipartForm {
        var form = MultipartForm(boundary: boundary ?? .random(), escaping: escaping)
        /// The open groups, outermost first, each with the form around it.
        var open: [(part: FormPart, outer: MultipartForm)] = []
        func close() {
            guard var (group, outer) = open.popLast() else { return }
            group.content = .form(form)
            outer.parts.append(group)
            form = outer
        }
        var groups = 0
        for (item, part) in zip(items, parts) {
            switch item.content {
            case .text: form.parts.append(part)
            case .file, .contents:
                var part = part
                if item.path == "-" {
                    part.content = try standardInput()
                    if case .source(.bytes("")) = part.content {
                        warnings.append(field(of: item).problem(at: 0, .standardInputEmpty))
                    }
                }
                form.parts.append(part)
            case .group, .files:
                open.append((part, form))
                groups += 1
                form = MultipartForm(
                    boundary: boundary?.nested(groups) ?? .random(), escaping: escaping)
            case .end: close()
            case .unlisted: break
            }
        }
        while !open.isEmpty { close() }
        return form
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
