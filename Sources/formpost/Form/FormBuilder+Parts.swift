import FormEncoding
import Foundation

extension FormBuilder {
    /// Reads the header files, and checks every file and every encoder. The writer of standard input or
    /// of a pipe may also write the form's files: files are measured only before these are read.
    mutating func measure(until limit: TimeLimit?, readsAgain: Bool = false) throws(Failure) {
        try resolve(until: limit, readsAgain: readsAgain)
        var measures = readerOfStandardInput == nil
        do throws(Failure) {
            for place in items.indices { try check(place, &measures) }
        } catch {
            // curl before 8.11.1 refuses such a type, although lax parsing only warns, and looks at no file.
            throw malformedType ?? error
        }
        warnings +=
            leftOut + items.compactMap(forgottenMark) + severalFiles
            + items.compactMap(lackingName)
    }

    /// Makes the parts, without their files.
    ///
    /// With `readsAgain`, the header files were read before and were no pipes.
    mutating func resolve(until limit: TimeLimit? = nil, readsAgain: Bool = false) throws(Failure) {
        if let problem = problem ?? structureProblem { throw problem }
        parts.reserveCapacity(items.count)
        for item in items {
            index = item.field
            parts.append(try part(of: item, until: limit, readsAgain: readsAgain))
        }
    }

    /// Checks a file before its encoder.
    private mutating func check(_ place: Int, _ measures: inout Bool) throws(Failure) {
        let item = items[place]
        index = item.field
        if let path = item.path, path != "-" {
            if path.bytes.last == 0x0D {
                warn(
                    item.offset,
                    "the file's name ends with a carriage return: does the script have Windows "
                        + "line ends?")
            }
            do throws(BodyFault) {
                if measures, let content = try PartContent.measured(path) {
                    parts[place].content = content
                } else {
                    if try path.checkReadable().kind != .regular { irregularFiles.append(path) }
                    measures = false
                }
            } catch {
                guard case .cannotRead(let path, let number) = error else { return }
                let sentence = shown.unreadable(path, number, at: item.offset)
                throw .unreadable(sentence)
            }
        }
        if let encoder = item.parameters.encoder, parts[place].transferEncoding == nil {
            throw error(
                encoder.offset,
                "unknown encoder \(shown.quoted(encoder.bytes)): use binary, 8bit, 7bit, base64 or "
                    + "quoted-printable", ExitStatus.unknownEncoder)
        }
    }

    /// A warning if the filename is that of a descriptor: `-`, or as of `<(…)` a number.
    private func lackingName(_ item: Item) -> String? {
        guard case .file(let path) = item.content, item.parameters.filename == nil else {
            return nil
        }
        let name = path.lastPathComponent
        let isNumber = name.allSatisfy(\.isDigit) && path.descriptorNumber != nil
        guard path == "-" || isNumber else { return nil }
        return
            "\(field(of: item).option): the filename is \(Messages.quoted(name)), which servers may refuse: "
            + "add ;filename=NAME"
    }

    /// A warning if the text looks like the name of a file, and is one.
    private func forgottenMark(_ item: Item) -> String? {
        let field = field(of: item)
        guard field.kind == .form, let name = item.name, case .text(let text) = item.content,
            field.argument.dropFirst(name.count + 1).first != UInt8(ascii: "\"")
        else { return nil }
        let path = text.withoutQuotesAndMark ?? text
        guard path == text ? text.looksLikeFile : path.isFile else {
            let isTypographic = path != text && text.beginsWithTypographicQuote
            return isTypographic ? "\(field.option): \(Messages.sendsQuotes)" : nil
        }
        return ShownField(field).fileName(text, path)
    }

    /// The part of an item. `type=` takes precedence over a `Content-Type` header of the user, which
    /// takes precedence over the guess.
    private mutating func part(
        of item: Item, until limit: TimeLimit?, readsAgain: Bool
    ) throws(Failure) -> FormPart {
        let parameters = item.parameters
        var part = FormPart(name: item.name, content: .bytes(""))
        let path = item.path.flatMap { $0 == "-" ? nil : $0 }
        part.filenameBytes = parameters.filename?.bytes
        switch item.content {
        case .text(let text): part.content = .bytes(text)
        case .file: part.filenameBytes = part.filenameBytes ?? path?.lastPathComponent ?? "-"
        case .contents, .group, .end: break
        case .unlisted(let failure):
            throw failure.of(field(of: item).option)
        }
        if let path { part.content = .file(path) }
        // A line end in it was refused.
        part.contentType = parameters.type.flatMap { try? MediaType(verbatim: $0.bytes) }
        for (isFile, word) in parameters.headers {
            part.headers +=
                isFile
                ? try headers(inFile: word, until: limit, readsAgain: readsAgain)
                : [try header(word.bytes, word.offset)]
        }
        if part.contentType == nil, part.headerValue("Content-Type") == nil {
            // curl sends no type of standard input, and servers take the part for a field.
            let named = item.path == "-" && !isLax ? parameters.filename?.bytes : path
            part.contentType = .byDefault(filename: part.filenameBytes, path: named)
        }
        part.transferEncoding = parameters.encoder.flatMap {
            ContentTransferEncoding(name: $0.bytes)
        }
        return part
    }

    /// If lax, a file that cannot be opened is empty, with a warning.
    private mutating func headers(
        inFile path: FormScanner.Word, until limit: TimeLimit?, readsAgain: Bool
    ) throws(Failure) -> [PartHeader] {
        var content: [UInt8] = []
        do throws(BodyFault) {
            content = try SmallFile.read(
                path.bytes.asFile, until: limit, refusesPipes: readsAgain)
        } catch {
            guard case .cannotRead(_, let number) = error else { throw error.failure }
            let sentence = Messages.cannotRead("headers from \(Messages.path(path.bytes))", number)
            guard isLax, ![EISDIR, EFBIG].contains(number) else {
                throw self.error(
                    path.offset, sentence,
                    number == EISDIR ? ExitStatus.usage : ExitStatus.cannotRead)
            }
            warn(path.offset, sentence)
        }
        var headers: [PartHeader] = []
        for (line, number) in HeaderFile(content.withoutMark).lines {
            var bytes = line
            if isLax, bytes.count > HeaderFile.limit {
                bytes.removeLast(bytes.count - HeaderFile.limit)
                bytes.dropTrailingBlanks()
                let file = Messages.path(path.bytes)
                warn(
                    path.offset,
                    "the header at line \(number) of \(file) is cut at \(HeaderFile.limit) bytes")
                // Only blanks are left.
                if bytes.isEmpty { continue }
            }
            headers.append(try header(ByteString(bytes: bytes), path.offset))
        }
        return headers
    }

    /// A header line. If lax, any other line without a line end, with a warning.
    private mutating func header(
        _ line: ByteString, _ offset: Int
    ) throws(Failure) -> PartHeader {
        if let header = try? PartHeader(line) { return header }
        if line.bytes.contains(where: \.endsHeaderLine) {
            throw lineBreak(offset, in: "headers=@")
        }
        let sentence = shown.malformedHeader(line)
        guard let header = try? PartHeader(verbatim: line) else { throw error(offset, sentence) }
        try object(offset, sentence)
        return header
    }

    /// Assembles the parts; `standardInput` gives its content. Without a boundary of the user all are
    /// random, otherwise those of nested forms are derived from it. Groups that are still open end
    /// at the end, as in curl.
    mutating func form<Thrown>(
        _ boundary: Boundary?, standardInput: () throws(Thrown) -> PartContent
    ) throws(Thrown) -> MultipartForm {
        let escaping = settings.escaping
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
                        warnings.append(Messages.standardInputEmpty)
                    }
                }
                form.parts.append(part)
            case .group:
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

extension ByteString {
    /// The path of `'@path'` or `“@path”`. A pattern takes time, and there may be many texts.
    fileprivate var withoutQuotesAndMark: ByteString? {
        guard first == UInt8(ascii: "'") || first == 0xE2 else { return nil }
        let match = description.wholeMatch(of: /(?:'(.+)'|[“”„](.+)[“”])/)
        return (match?.1 ?? match?.2).map { ByteString("\($0.trimmingPrefix("@"))") }
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
