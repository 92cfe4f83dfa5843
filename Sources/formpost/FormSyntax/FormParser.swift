import FormEncoding

/// Parses the fields of a command line by curl's grammar of `-F`.
///
/// Reads no files. If curl drops something with a warning, it throws, or with `isLax` adds a
/// warning.
struct FormParser {
    typealias Argument = FormArgument<PartParameters>
    typealias File = FormFile<PartParameters>

    let isLax: Bool
    /// Whether `{{name}}` may stand for a value that `--capture` is to give.
    private let isTrial: Bool
    private(set) var warnings: [FormProblem] = []

    /// The option or field that reads standard input, if any.
    private var standardInput: (option: String, value: ByteString)?

    init(
        isLax: Bool, isTrial: Bool = false,
        standardInput: (option: String, value: ByteString)? = nil
    ) {
        (self.isLax, self.isTrial) = (isLax, isTrial)
        self.standardInput = standardInput
    }

    /// Parses all fields in order. Also throws if groups are not balanced or standard input is used
    /// twice.
    mutating func parse(_ fields: [FormField]) throws(FormProblem) -> [Argument] {
        var arguments: [Argument] = []
        arguments.reserveCapacity(fields.count)
        for field in fields { arguments.append(try parse(field)) }
        try checkStandardInput(arguments)
        try checkGroups(arguments)
        return arguments
    }

    /// Parses one field.
    mutating func parse(_ field: FormField) throws(FormProblem) -> Argument {
        if case .pair(let name) = field.kind {
            let text = ByteString(bytes: field.argument.dropFirst(name.count + 1))
            return Argument(
                field: field, name: name.isEmpty ? nil : name,
                content: .text(text, PartParameters()))
        }
        var scanner = FormScanner(field.argument)
        guard let name = scanner.name() else {
            throw FormProblem(field: field, offset: scanner.bytes.count, fact: .noEquals)
        }
        let content = try content(of: field, isNamed: !name.bytes.isEmpty, &scanner)
        return Argument(field: field, name: name.bytes.isEmpty ? nil : name, content: content)
    }

    /// The content after the `=`; only its first byte can be special.
    private mutating func content(
        of field: FormField, isNamed: Bool, _ scanner: inout FormScanner
    ) throws(FormProblem) -> Argument.Content {
        if field.kind == .string { return .text(scanner.remainder(), PartParameters()) }
        if field.kind == .tree {
            let offset = scanner.position
            return .tree(FormFile(path: scanner.remainder(), offset: offset, attributes: .init()))
        }
        if field.kind == .glob { return .pattern(try pattern(of: field, &scanner)) }
        if !isNamed, scanner.rest == ")" { return .close }
        if scanner.byte(UInt8(ascii: "@")) { return .files(try files(of: field, &scanner)) }
        if scanner.byte(UInt8(ascii: "<")) {
            var file = try file(of: field, &scanner, before: .semicolon)
            try refuse(&file.attributes.filename, "filename", of: .contents, field)
            return .contents(file)
        }
        if scanner.byte(UInt8(ascii: "(")) { return .open(try group(of: field, &scanner)) }

        let start = scanner.position
        let text = try word(of: field, &scanner, before: .semicolon)
        try checkBlanks(around: text, start..<scanner.position, field)
        if !text.isQuoted, scanner.isAtEmptyParameters {
            warnings.append(
                FormProblem(field: field, offset: scanner.position, fact: .semicolonDropped))
        }
        let rest = scanner.position
        let parameters = try parameters(of: field, &scanner, before: .semicolon)
        if !text.isQuoted, !text.bytes.isEmpty, let filename = parameters.filename,
            let offset = scanner.spacedFilename(in: rest..<filename.offset)
        {
            warnings.append(
                FormProblem(
                    field: field, offset: offset, fact: .textBecomesFile(filename.value)))
        }
        if !text.isQuoted, !text.bytes.isEmpty, let type = parameters.type,
            !type.value.looksLikeMediaType
        {
            warnings.append(
                FormProblem(field: field, offset: type.offset, fact: .textEndsAtType(type.value)))
        }
        return .text(text.bytes, parameters)
    }

    /// Text without quotes loses its outer blanks and line ends, as in curl.
    private mutating func checkBlanks(
        around text: FormScanner.Word, _ whole: Range<Int>, _ field: FormField
    ) throws(FormProblem) {
        guard !text.isQuoted, whole.count > text.bytes.count else { return }
        let end = text.offset + text.bytes.count
        let offset = text.offset > whole.lowerBound ? whole.lowerBound : end
        try object(field, offset, .blanksAround(text.offset..<end, in: whole))
    }

    /// `file1;type=a/b,"file 2"`.
    private mutating func files(
        of field: FormField, _ scanner: inout FormScanner
    ) throws(FormProblem) -> [File] {
        var files: [File] = []
        repeat {
            files.append(try file(of: field, &scanner, before: .semicolonOrComma))
        } while scanner.byte(UInt8(ascii: ","))
        return files
    }

    /// `@photos/*.jpg;type=a/b`
    private mutating func pattern(
        of field: FormField, _ scanner: inout FormScanner
    ) throws(FormProblem) -> File {
        let offset = scanner.position
        guard scanner.byte(UInt8(ascii: "@")), let path = scanner.pattern() else {
            throw FormProblem(field: field, offset: offset, fact: .noPattern)
        }
        var attributes = try parameters(of: field, &scanner, before: .semicolon)
        try refuse(&attributes.filename, "filename", of: .pattern, field)
        return File(path: path, offset: offset + 1, attributes: attributes)
    }

    private mutating func file(
        of field: FormField, _ scanner: inout FormScanner, before end: FormScanner.End
    ) throws(FormProblem) -> File {
        let path = try word(of: field, &scanner, before: end)
        let parameters = try parameters(of: field, &scanner, before: end)
        return File(path: path.bytes, offset: path.offset, attributes: parameters)
    }

    /// `;type=multipart/alternative` after a `(`; curl drops other text.
    private mutating func group(
        of field: FormField, _ scanner: inout FormScanner
    ) throws(FormProblem) -> PartParameters {
        let text = scanner.unquoted(before: .semicolon)
        if !text.bytes.isEmpty {
            try object(field, text.offset, .textInGroup(text.bytes))
        }
        var parameters = try parameters(of: field, &scanner, before: .semicolon)
        try refuse(&parameters.filename, "filename", of: .group, field)
        try refuse(&parameters.encoder, "encoder", of: .group, field)
        return parameters
    }

    private mutating func word(
        of field: FormField, _ scanner: inout FormScanner, before end: FormScanner.End
    ) throws(FormProblem) -> FormScanner.Word {
        let word = scanner.word(before: end)
        if let surplus = word.surplus {
            let text = scanner.text(surplus)
            try object(field, surplus.lowerBound, .textAfterQuote(text))
        }
        return word
    }
}

extension FormParser {
    /// `;type=…;filename=…;headers=…;encoder=…`, in any order, up to the end or a comma.
    private mutating func parameters(
        of field: FormField, _ scanner: inout FormScanner, before end: FormScanner.End
    ) throws(FormProblem) -> PartParameters {
        var parameters = PartParameters()
        // Text between semicolons extends the type until another parameter follows.
        var type: Range<Int>?
        while scanner.byte(UInt8(ascii: ";")) {
            scanner.blanks()
            let offset = scanner.position
            if type == nil, scanner.keyword("type=") {
                scanner.blanks()
                guard let range = scanner.mediaType(before: end) else {
                    let word = scanner.unquoted(before: end)
                    let fact: FormProblem.Fact =
                        word.bytes.isEmpty ? .emptyType : .malformedType(word.bytes)
                    throw FormProblem(field: field, offset: word.offset, fact: fact)
                }
                type = range
            } else if scanner.keyword("filename=") {
                parameters.close(&type, scanner)
                let word = try word(of: field, &scanner, before: end)
                parameters.filename = .init(value: word.bytes, offset: word.offset)
            } else if scanner.keyword("encoder=") {
                parameters.close(&type, scanner)
                let word = try word(of: field, &scanner, before: end)
                parameters.encoder = .init(value: word.bytes, offset: word.offset)
            } else if scanner.keyword("headers=") {
                parameters.close(&type, scanner)
                parameters.headers.append(try header(of: field, &scanner, before: end))
            } else if let open = type {
                type = open.lowerBound..<scanner.continuation(before: end)
            } else {
                let word = try word(of: field, &scanner, before: end)
                if !word.bytes.isEmpty {
                    try object(field, offset, .unknownParameter(word.bytes))
                }
            }
        }
        parameters.close(&type, scanner)
        if let type = parameters.type, type.value.bytes.contains(where: \.endsHeaderLine) {
            throw FormProblem(field: field, offset: type.offset, fact: .lineBreak(in: "type="))
        }
        if let type = parameters.type, !type.value.contains(UInt8(ascii: "/")),
            !isTrial || type.value.bytes.firstRange(of: "{{".utf8) == nil
        {
            try object(field, type.offset, .malformedType(type.value))
        }
        return parameters
    }

    /// `"Name: value"`, `@file` or `<file`, after `headers=`.
    private mutating func header(
        of field: FormField, _ scanner: inout FormScanner, before end: FormScanner.End
    ) throws(FormProblem) -> PartParameters.HeaderSource {
        let isFile = scanner.byte(UInt8(ascii: "@")) || scanner.byte(UInt8(ascii: "<"))
        let word = try word(of: field, &scanner, before: end)
        let located = PartParameters.Located(value: word.bytes, offset: word.offset)
        if isFile { return .file(located) }
        // Before what follows it, which the user meant to be inside.
        if !isLax, !word.isQuoted, word.bytes.first == UInt8(ascii: "\"") {
            throw FormProblem(
                field: field, offset: word.offset, fact: .malformedHeader(word.bytes))
        }
        if word.bytes.allSatisfy(\.isBlank) {
            throw FormProblem(field: field, offset: word.offset, fact: .emptyHeader)
        }
        if word.bytes.contains(where: \.endsHeaderLine) {
            throw FormProblem(field: field, offset: word.offset, fact: .lineBreak(in: "headers="))
        }
        return .line(located)
    }

    /// Groups take no filename and no encoder, `<file` takes no filename; curl drops them.
    private mutating func refuse(
        _ parameter: inout PartParameters.Located?, _ name: String, of part: FormProblem.Part,
        _ field: FormField
    ) throws(FormProblem) {
        guard let offset = parameter?.offset else { return }
        try object(field, offset, .notAllowed(parameter: name, part: part))
        parameter = nil
    }

    /// Standard input can be read once.
    private mutating func checkStandardInput(
        _ arguments: [Argument]
    ) throws(FormProblem) {
        for argument in arguments {
            for file in argument.files where file.isStandardInput {
                if let first = standardInput {
                    throw FormProblem(
                        field: argument.field, offset: file.offset,
                        fact: .standardInputTwice(option: first.option, value: first.value))
                }
                standardInput = (argument.field.option, argument.field.content)
            }
        }
    }

    /// Throws for a `=)` without an open group, and for a group that stays open.
    private mutating func checkGroups(_ arguments: [Argument]) throws(FormProblem) {
        var open: [Argument] = []
        for argument in arguments {
            switch argument.content {
            case .open:
                open.append(argument)
                guard open.count < MultipartForm.maximumDepth else {
                    throw FormProblem(field: argument.field, offset: 0, fact: .nestedTooDeep)
                }
            case .close:
                guard open.popLast() != nil else {
                    throw FormProblem(field: argument.field, offset: 0, fact: .nothingToClose)
                }
            case .text, .files, .contents, .tree, .pattern: break
            }
        }
        for argument in open {
            let name = argument.name?.bytes.count ?? 0
            try object(argument.field, name + 1, .neverClosed)
        }
    }

    /// Throws, or adds a warning if lax.
    private mutating func object(
        _ field: FormField, _ offset: Int, _ fact: FormProblem.Fact
    ) throws(FormProblem) {
        let problem = FormProblem(field: field, offset: offset, fact: fact)
        guard isLax else { throw problem }
        warnings.append(problem)
    }
}
