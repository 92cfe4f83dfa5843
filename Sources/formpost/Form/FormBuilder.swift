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
            /// `name=(`, or `name=@file1,file2` with the number of these files.
            case group(files: Int = 0)
            /// `=)`, or the end of a group of files.
            case end
            /// `--form-tree` or `--form-glob` whose files cannot be listed.
            case unlisted(Failure)
        }

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
        var type: FormScanner.Word?
        var filename: FormScanner.Word?
        var encoder: FormScanner.Word?
        var count = 0  // also of one that is given twice
        /// Header lines, and the paths of `headers=@file`.
        var headers: [(isFile: Bool, word: FormScanner.Word)] = []

        var headerFiles: [ByteString] { headers.filter(\.isFile).map(\.word.bytes) }
    }

    let fields: [FormField]
    /// In the order of the command line; none of a field with an error.
    private(set) var items: [Item] = []
    /// The part of each item, made by `resolve`, with the content of a file by `measure`.
    var parts: [FormPart] = []
    /// The first error of syntax in one field.
    private(set) var problem: Failure?
    /// The files that `measure` has found not to be regular.
    var irregularFiles: [ByteString] = []
    /// What curl warns about, or ignores silently.
    var warnings: [String] = []

    let settings: Settings.Form
    var isLax: Bool { settings.isLax }
    /// Standard input is read twice, or groups are not balanced.
    private(set) var structureProblem: Failure?
    /// The first type without a `/`, which is a warning if lax.
    private(set) var malformedType: Failure?
    /// Warnings about links and hidden files in trees, which are not sent.
    private(set) var leftOut: [String] = []
    /// Warnings about parts with several files, except in groups, whose users expect nested parts.
    private(set) var severalFiles: [String] = []
    /// The field that is being parsed, and the rest of its argument.
    var index = 0
    private var scanner = FormScanner("")
    /// A field with its secrets hidden: several messages may be about it.
    private var lastShown: (index: Int, field: ShownField)?

    /// `standardInput` is another option that reads it.
    init(_ settings: Settings.Form, _ standardInput: OptionUse? = nil) {
        self.settings = settings
        fields = settings.fields.filter { $0.each == nil }
        items.reserveCapacity(fields.count)
        for field in fields.indices {
            index = field
            let count = items.count
            do throws(Failure) { try parse() } catch {
                items.removeSubrange(count...)
                problem = problem ?? error
            }
        }
        do throws(Failure) {
            try checkStandardInput(standardInput)
            try checkGroups()
        } catch {
            structureProblem = error
        }
    }

    func field(of item: Item) -> FormField { fields[item.field] }

    var readerOfStandardInput: OptionUse? {
        items.first { $0.path == "-" }.map { field(of: $0).reader }
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

    private mutating func checkStandardInput(_ other: OptionUse?) throws(Failure) {
        var reader = other
        for item in items where item.path == "-" {
            if let first = reader {
                index = item.field
                throw error(
                    item.offset,
                    "standard input can be read only once, and \(Messages.reader(first)) reads it already"
                )
            }
            reader = field(of: item).reader
        }
    }

    private mutating func checkGroups() throws(Failure) {
        var open: [Item] = []
        for item in items {
            index = item.field
            switch item.content {
            case .group(let files):
                if open.isEmpty, files > 0 { severalFiles.append(shown.severalFiles(files)) }
                open.append(item)
                let most = MultipartForm.maximumDepth
                if open.count >= most, files == 0 {
                    throw error(0, "groups are nested deeper than \(most)")
                }
            case .end:
                if open.popLast() == nil { throw error(0, "'=)' closes a group, but none is open") }
            case .text, .file, .contents:
                guard open.isEmpty, item.name == nil else { break }
                warnings.append(
                    shown.text(
                        "sends a part without a name: is a variable empty? Most servers drop it"))
            case .unlisted: break
            }
        }
        for item in open {
            index = item.field
            try object(
                (item.name?.count ?? 0) + 1,
                "'(' opens a group that no '=)' closes: for text, put double quotes around the value, "
                    + "or use --form-string")
        }
    }
}

// The grammar.
extension FormBuilder {
    private mutating func parse() throws(Failure) {
        let field = fields[index]
        if case .pair(let name, _) = field.kind {
            let text = ByteString(bytes: field.argument.dropFirst(name.count + 1))
            return add(name.isEmpty ? nil : name, .text(text))
        }
        scanner = FormScanner(field.argument)
        guard let typed = scanner.name() else {
            throw error(scanner.bytes.count, shown.withoutName)
        }
        let name = typed.isEmpty ? nil : typed
        if field.kind == .form, [typed.first, typed.last].contains(where: { $0?.isBlank == true }) {
            warn(0, "sends the name \(shown.quoted(typed)) with its blanks: leave them out")
        }
        if field.kind == .form, typed.beginsWithTypographicQuote { warn(0, Messages.sendsQuotes) }
        switch field.kind {
        case .string: add(name, .text(scanner.rest))
        case .tree:
            _ = scanner.byte(UInt8(ascii: "@"))
            list(name, scanner.rest, scanner.position, Parameters())
        case .glob:
            let offset = scanner.position
            guard scanner.byte(UInt8(ascii: "@")), let pattern = scanner.pattern() else {
                throw error(offset, ShownField.withoutPattern)
            }
            var parameters = try parameters()
            try refuse(&parameters.filename) {
                "filename= would give one name to every file of the pattern, and \($0)"
            }
            list(name, pattern, offset + 1, parameters)
        // Only the first byte of the content can be special.
        case .form, .pair, .each:
            if name == nil, scanner.rest == ")" {
                add(nil, .end)
            } else if scanner.byte(UInt8(ascii: "@")) {
                try parseFiles(name)
            } else if scanner.byte(UInt8(ascii: "<")) {
                let path = try word()
                var parameters = try parameters()
                try refuse(&parameters.filename) {
                    "filename= can be used with name=@file; with name=<file it \($0)"
                }
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

    private mutating func parseText(_ name: ByteString?) throws(Failure) {
        let start = scanner.position
        let text = try word()
        try checkBlanks(around: text, start..<scanner.position)
        if !text.isQuoted, scanner.isAtEmptyParameters {
            warn(
                scanner.position,
                "the ';' at the end is not sent: put double quotes around the value to send it")
        }
        let rest = scanner.position
        let parameters = try parameters()
        if !text.isQuoted, !text.bytes.isEmpty {
            if let filename = parameters.filename,
                let offset = scanner.spacedFilename(in: rest..<filename.offset)
            {
                warn(
                    offset,
                    "sends the text as a file named \(shown.quoted(filename.bytes)): for text with "
                        + "'; filename=' in it use --form-string")
            }
            if let type = parameters.type, type.bytes.first != UInt8(ascii: "\""),
                !type.bytes.looksLikeMediaType
            {
                warn(
                    type.offset,
                    "sends \(shown.quoted(type.bytes)) as the media type of the text before it: for text "
                        + "with ';type=' in it use --form-string")
            }
        }
        add(name, .text(text.bytes), 0, parameters)
    }

    /// Text without quotes loses its outer blanks and line ends, as in curl.
    private mutating func checkBlanks(
        around text: FormScanner.Word, _ whole: Range<Int>
    ) throws(Failure) {
        guard !text.isQuoted, whole.count > text.bytes.count else { return }
        let end = text.offset + text.bytes.count
        let offset = text.offset > whole.lowerBound ? whole.lowerBound : end
        try object(offset, shown.blanks(around: text.offset..<end, in: whole, lost))
    }

    /// `file1;type=a/b,"file 2"`. One file becomes a part; several become a nested `multipart/mixed`
    /// in one part with the name.
    private mutating func parseFiles(_ name: ByteString?) throws(Failure) {
        let first = items.count
        scanner.endsAtComma = true
        repeat {
            let path = try word()
            let parameters = try parameters()
            let isAlone = items.count == first && scanner.next != UInt8(ascii: ",")
            add(isAlone ? name : nil, .file(path.bytes), path.offset, parameters)
        } while scanner.byte(UInt8(ascii: ","))
        let count = items.count - first
        guard count > 1 else { return }
        items.insert(Item(field: index, name: name, content: .group(files: count)), at: first)
        add(nil, .end)
    }

    /// `;type=multipart/alternative` after a `(`; curl drops other text.
    private mutating func parseGroup(_ name: ByteString?) throws(Failure) {
        let text = scanner.unquoted()
        if !text.bytes.isEmpty {
            try object(
                text.offset,
                "'(' opens a group, and \(shown.quoted(text.bytes)) \(lost): for text, put double quotes "
                    + "around the value, or use --form-string")
        }
        var parameters = try parameters()
        try refuse(&parameters.filename) { "filename= cannot be used with a group: it \($0)" }
        try refuse(&parameters.encoder) { "encoder= cannot be used with a group: it \($0)" }
        add(name, .group(), 0, parameters)
    }

    private mutating func list(
        _ name: ByteString?, _ path: ByteString, _ offset: Int, _ parameters: Parameters
    ) {
        do throws(Failure) {
            guard fields[index].kind == .tree else {
                if path == "-" {
                    throw .usage("standard input is not a pattern: write -F name=@-")
                }
                let files = try FilePattern.files(of: path).paths
                if files.isEmpty {
                    throw .unreadable(
                        "no file matches \(Messages.quoted(path))\(Messages.literalHint(path))")
                }
                for file in files { add(name, .file(file.asFile), offset, parameters) }
                return
            }
            let found = try FileTree.files(below: path, includesHidden: settings.includesHidden)
            let directory = FileTree.name(of: path)
            for file in found.files {
                var filename = directory.appending(component: file)
                if settings.escapesTreeNames {
                    filename = ByteString(bytes: PercentEncoding.curl.escaping(filename.bytes))
                }
                add(
                    name, .file(path.appending(component: file)), offset,
                    Parameters(filename: .init(bytes: filename, offset: offset)))
            }
            let option = fields[index].option
            leftOut += found.links.map {
                let link = Messages.path(path.appending(component: $0))
                return "\(option): \(link) is a link to a directory and is not sent"
            }
            if let first = found.hidden.first {
                let file = Messages.path(path.appending(component: first))
                leftOut.append(
                    "\(option): \(found.hidden.count) hidden and not sent, such as \(file): --hidden sends all"
                )
            }
        } catch {
            add(name, .unlisted(error), offset)
        }
    }

    private mutating func word() throws(Failure) -> FormScanner.Word {
        let word = scanner.word()
        if word.isQuoted, let surplus = scanner.surplus {
            try object(
                surplus.lowerBound,
                "\(shown.quoted(scanner.text(surplus))) after the closing quote \(lost): put it inside the "
                    + "quotes" + shown.quotesRemedy)
        }
        return word
    }

    /// `;type=…;filename=…;headers=…;encoder=…`, in any order, up to the end or a comma.
    private mutating func parameters() throws(Failure) -> Parameters {
        var parameters = Parameters()
        // Text between semicolons extends the type until another parameter follows; a later `type=`
        // replaces it.
        var (type, isOpen): (Range<Int>?, Bool) = (nil, false)
        while scanner.byte(UInt8(ascii: ";")) {
            parameters.count += 1
            scanner.blanks()
            let offset = scanner.position
            let wasOpen = isOpen
            isOpen = false
            if !wasOpen, scanner.keyword("type=") {
                (type, isOpen) = (try mediaType(), true)
            } else if scanner.keyword("filename=") {
                let name = try word()
                if !name.isQuoted, name.bytes.first == UInt8(ascii: "\"") {
                    warn(name.offset, "the double quote is not closed, and is sent in the filename")
                }
                if name.bytes.isEmpty {
                    warnings.append(
                        shown.text("sends an empty filename: is a variable empty?"))
                }
                parameters.filename = name
            } else if scanner.keyword("encoder=") {
                parameters.encoder = try word()
            } else if scanner.keyword("headers=") {
                parameters.headers.append(try header())
            } else if wasOpen, let start = type?.lowerBound {
                (type, isOpen) = (start..<scanner.continuation(), true)
            } else {
                let word = try word()
                if !word.bytes.isEmpty {
                    try object(offset, shown.unknownParameter(word.bytes, lost))
                }
            }
        }
        guard let type else { return parameters }
        let text = scanner.text(type)
        parameters.type = FormScanner.Word(bytes: text, offset: type.lowerBound)
        if text.contains(where: \.endsHeaderLine) { throw lineBreak(type.lowerBound, in: "type=") }
        if text.first == UInt8(ascii: "\"") {
            let bare = ByteString(bytes: text.bytes.filter { $0 != UInt8(ascii: "\"") })
            warn(type.lowerBound, "sends the quotes in the media type: write \(shown.quoted(bare))")
        }
        if !text.contains(UInt8(ascii: "/")) {
            let problem = error(type.lowerBound, shown.malformedType(text))
            guard isLax else { throw problem }
            malformedType = malformedType ?? problem
            warnings.append(problem.text)
        }
        return parameters
    }

    private mutating func mediaType() throws(Failure) -> Range<Int> {
        scanner.blanks()
        if let range = scanner.mediaType() { return range }
        let word = scanner.unquoted()
        throw error(
            word.offset,
            word.bytes.isEmpty
                ? "no media type after type=, such as text/plain" : shown.malformedType(word.bytes))
    }

    /// `"Name: value"`, `@file` or `<file`, after `headers=`.
    private mutating func header() throws(Failure) -> (isFile: Bool, word: FormScanner.Word) {
        let isFile = scanner.byte(UInt8(ascii: "@")) || scanner.byte(UInt8(ascii: "<"))
        let word = try word()
        guard !isFile else { return (true, word) }
        // Before what follows it, which the user meant to be inside.
        if !isLax, !word.isQuoted, word.bytes.first == UInt8(ascii: "\"") {
            throw error(word.offset, shown.malformedHeader(word.bytes))
        }
        if word.bytes.allSatisfy(\.isBlank) {
            throw error(word.offset, #"no header after headers=, such as headers="X-Name: value""#)
        }
        if word.bytes.contains(where: \.endsHeaderLine) {
            throw lineBreak(word.offset, in: "headers=")
        }
        return (false, word)
    }

    /// Objects to a parameter that the part does not take, which curl drops.
    private mutating func refuse(
        _ parameter: inout FormScanner.Word?, _ sentence: (_ lost: String) -> String
    ) throws(Failure) {
        guard let offset = parameter?.offset else { return }
        try object(offset, sentence(lost))
        parameter = nil
    }
}

// The errors and warnings.
extension FormBuilder {
    /// The field that is being parsed, in a message.
    var shown: ShownField {
        mutating get {
            if let lastShown, lastShown.index == index { return lastShown.field }
            let field = ShownField(fields[index])
            lastShown = (index, field)
            return field
        }
    }

    /// What becomes of text that curl drops.
    private var lost: String { isLax ? "is lost" : "would be lost" }

    /// An error about a byte of the argument.
    mutating func error(
        _ offset: Int, _ sentence: String, _ status: Int32 = ExitStatus.usage
    ) -> Failure {
        Failure(status, shown.text(sentence, at: offset))
    }

    mutating func lineBreak(_ offset: Int, in parameter: String) -> Failure {
        error(offset, "a CR, LF or NUL in \(parameter) would break the part's headers")
    }

    mutating func warn(_ offset: Int, _ sentence: String) {
        warnings.append(shown.text(sentence, at: offset))
    }

    /// Throws, or adds a warning if lax.
    mutating func object(_ offset: Int, _ sentence: String) throws(Failure) {
        guard isLax else { throw error(offset, sentence) }
        warn(offset, sentence)
    }
}
