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
    var isTrial = false
    /// The option or field that reads standard input, if any.
    var standardInput: (option: String, value: ByteString)?
    private(set) var warnings: [FormProblem] = []

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
        var parser = FieldParser(
            field: field, isLax: isLax, isTrial: isTrial, scanner: FormScanner(field.argument))
        let argument = try parser.argument()
        warnings += parser.warnings
        return argument
    }

    /// Standard input can be read once.
    private mutating func checkStandardInput(_ arguments: [Argument]) throws(FormProblem) {
        for argument in arguments {
            for file in argument.files where file.isStandardInput {
                if let first = standardInput {
                    throw argument.field.problem(
                        at: file.offset,
                        .standardInputTwice(option: first.option, value: first.value))
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
                    throw argument.field.problem(at: 0, .nestedTooDeep)
                }
            case .close:
                guard open.popLast() != nil else {
                    throw argument.field.problem(at: 0, .nothingToClose)
                }
            case .text, .files, .contents, .tree, .pattern: break
            }
        }
        for argument in open {
            let name = argument.name?.count ?? 0
            let problem = argument.field.problem(at: name + 1, .neverClosed)
            guard isLax else { throw problem }
            warnings.append(problem)
        }
    }
}

/// Parses the argument of one field.
private struct FieldParser {
    let field: FormField
    let isLax: Bool
    let isTrial: Bool
    var scanner: FormScanner
    var warnings: [FormProblem] = []

    mutating func argument() throws(FormProblem) -> FormParser.Argument {
        guard let name = scanner.name() else {
            throw field.problem(at: scanner.bytes.count, .noEquals)
        }
        return FormParser.Argument(
            field: field, name: name.isEmpty ? nil : name,
            content: try content(isNamed: !name.isEmpty))
    }

    /// The content after the `=`; only its first byte can be special.
    private mutating func content(
        isNamed: Bool
    ) throws(FormProblem) -> FormParser.Argument.Content {
        switch field.kind {
        case .string: return .text(scanner.remainder(), PartParameters())
        case .tree:
            let offset = scanner.position
            return .tree(FormFile(path: scanner.remainder(), offset: offset, attributes: .init()))
        case .glob: return .pattern(try pattern())
        case .form, .pair, .each: break
        }
        if !isNamed, scanner.rest == ")" { return .close }
        if scanner.byte(UInt8(ascii: "@")) { return .files(try files()) }
        if scanner.byte(UInt8(ascii: "<")) {
            var file = try file(before: .semicolon)
            try refuse(&file.attributes.filename, "filename", of: .contents)
            return .contents(file)
        }
        if scanner.byte(UInt8(ascii: "(")) { return .open(try group()) }
        return try text()
    }

    private mutating func text() throws(FormProblem) -> FormParser.Argument.Content {
        let start = scanner.position
        let text = try word(before: .semicolon)
        try checkBlanks(around: text, start..<scanner.position)
        if !text.isQuoted, scanner.isAtEmptyParameters {
            warnings.append(field.problem(at: scanner.position, .semicolonDropped))
        }
        let rest = scanner.position
        let parameters = try parameters(before: .semicolon)
        guard !text.isQuoted, !text.bytes.isEmpty else { return .text(text.bytes, parameters) }
        if let filename = parameters.filename,
            let offset = scanner.spacedFilename(in: rest..<filename.offset)
        {
            warnings.append(field.problem(at: offset, .textBecomesFile(filename.value)))
        }
        if let type = parameters.type, !type.value.looksLikeMediaType {
            warnings.append(field.problem(at: type.offset, .textEndsAtType(type.value)))
        }
        return .text(text.bytes, parameters)
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

    /// `file1;type=a/b,"file 2"`.
    private mutating func files() throws(FormProblem) -> [FormParser.File] {
        var files: [FormParser.File] = []
        repeat {
            files.append(try file(before: .semicolonOrComma))
        } while scanner.byte(UInt8(ascii: ","))
        return files
    }

    /// `@photos/*.jpg;type=a/b`
    private mutating func pattern() throws(FormProblem) -> FormParser.File {
        let offset = scanner.position
        guard scanner.byte(UInt8(ascii: "@")), let path = scanner.pattern() else {
            throw field.problem(at: offset, .noPattern)
        }
        var attributes = try parameters(before: .semicolon)
        try refuse(&attributes.filename, "filename", of: .pattern)
        return FormFile(path: path, offset: offset + 1, attributes: attributes)
    }

    private mutating func file(before end: FormScanner.End) throws(FormProblem) -> FormParser.File {
        let path = try word(before: end)
        let parameters = try parameters(before: end)
        return FormFile(path: path.bytes, offset: path.offset, attributes: parameters)
    }

    /// `;type=multipart/alternative` after a `(`; curl drops other text.
    private mutating func group() throws(FormProblem) -> PartParameters {
        let text = scanner.unquoted(before: .semicolon)
        if !text.bytes.isEmpty { try object(text.offset, .textInGroup(text.bytes)) }
        var parameters = try parameters(before: .semicolon)
        try refuse(&parameters.filename, "filename", of: .group)
        try refuse(&parameters.encoder, "encoder", of: .group)
        return parameters
    }

    private mutating func word(before end: FormScanner.End) throws(FormProblem) -> FormScanner.Word
    {
        let word = scanner.word(before: end)
        if let surplus = word.surplus {
            try object(surplus.lowerBound, .textAfterQuote(scanner.text(surplus)))
        }
        return word
    }

    /// `;type=…;filename=…;headers=…;encoder=…`, in any order, up to the end or a comma.
    private mutating func parameters(
        before end: FormScanner.End
    ) throws(FormProblem) -> PartParameters {
        var parameters = PartParameters()
        // Text between semicolons extends the type until another parameter follows.
        var type: Range<Int>?
        while scanner.byte(UInt8(ascii: ";")) {
            scanner.blanks()
            let offset = scanner.position
            if type == nil, scanner.keyword("type=") {
                type = try mediaType(before: end)
            } else if scanner.keyword("filename=") {
                close(&type, &parameters)
                parameters.filename = try word(before: end).located
            } else if scanner.keyword("encoder=") {
                close(&type, &parameters)
                parameters.encoder = try word(before: end).located
            } else if scanner.keyword("headers=") {
                close(&type, &parameters)
                parameters.headers.append(try header(before: end))
            } else if let open = type {
                type = open.lowerBound..<scanner.continuation(before: end)
            } else {
                let word = try word(before: end)
                if !word.bytes.isEmpty { try object(offset, .unknownParameter(word.bytes)) }
            }
        }
        close(&type, &parameters)
        guard let type = parameters.type else { return parameters }
        if type.value.contains(where: \.endsHeaderLine) {
            throw field.problem(at: type.offset, .lineBreak(in: "type="))
        }
        if !type.value.contains(UInt8(ascii: "/")),
            !isTrial || type.value.bytes.firstRange(of: "{{".utf8) == nil
        {
            try object(type.offset, .malformedType(type.value))
        }
        return parameters
    }

    private mutating func mediaType(before end: FormScanner.End) throws(FormProblem) -> Range<Int> {
        scanner.blanks()
        if let range = scanner.mediaType(before: end) { return range }
        let word = scanner.unquoted(before: end)
        throw field.problem(
            at: word.offset, word.bytes.isEmpty ? .emptyType : .malformedType(word.bytes))
    }

    /// Ends the type; a later `type=` replaces it.
    private func close(_ type: inout Range<Int>?, _ parameters: inout PartParameters) {
        guard let range = type else { return }
        parameters.type = .init(value: scanner.text(range), offset: range.lowerBound)
        type = nil
    }

    /// `"Name: value"`, `@file` or `<file`, after `headers=`.
    private mutating func header(
        before end: FormScanner.End
    ) throws(FormProblem) -> PartParameters.HeaderSource {
        let isFile = scanner.byte(UInt8(ascii: "@")) || scanner.byte(UInt8(ascii: "<"))
        let word = try word(before: end)
        if isFile { return .file(word.located) }
        // Before what follows it, which the user meant to be inside.
        if !isLax, !word.isQuoted, word.bytes.first == UInt8(ascii: "\"") {
            throw field.problem(at: word.offset, .malformedHeader(word.bytes))
        }
        if word.bytes.allSatisfy(\.isBlank) { throw field.problem(at: word.offset, .emptyHeader) }
        if word.bytes.contains(where: \.endsHeaderLine) {
            throw field.problem(at: word.offset, .lineBreak(in: "headers="))
        }
        return .line(word.located)
    }

    /// Groups take no filename and no encoder, `<file` takes no filename; curl drops them.
    private mutating func refuse(
        _ parameter: inout PartParameters.Located?, _ name: String, of part: FormProblem.Part
    ) throws(FormProblem) {
        guard let offset = parameter?.offset else { return }
        try object(offset, .notAllowed(parameter: name, part: part))
        parameter = nil
    }

    /// Throws, or adds a warning if lax.
    private mutating func object(_ offset: Int, _ fact: FormProblem.Fact) throws(FormProblem) {
        let problem = field.problem(at: offset, fact)
        guard isLax else { throw problem }
        warnings.append(problem)
    }
}

extension FormProblem {
    /// Whether curl before 8.11.1 refuses the argument although lax parsing only warns: then curl looks at no
    /// file.
    var isErrorOfCurl: Bool { if case .malformedType = fact { true } else { false } }
}

extension FormScanner.Word {
    fileprivate var located: PartParameters.Located { .init(value: bytes, offset: offset) }
}
