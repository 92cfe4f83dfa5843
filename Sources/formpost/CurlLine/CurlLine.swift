import FormEncoding
import FormUpload

/// The request as a curl command line (`--curl`): the options as they were given, in order, each in a
/// way in which curl 7.88.1 sends what formpost sends.
struct CurlLine {
    private(set) var words: [ShellWord] = [ShellWord("curl".utf8)]
    /// The options that curl does not have, as typed.
    private(set) var missing: [String] = []
    /// The files of which curl 7.88.1 sends less.
    private(set) var cutFiles: [InputFile] = []

    private let settings: Settings
    private var secrets: SecretVariables

    /// The settings of an upload that has been checked, and the request with its head.
    init(
        _ settings: Settings, _ request: UploadRequest, head: ByteString
    ) throws(FormProblem) {
        self.settings = settings
        secrets = SecretVariables(settings.output)
        var fields = try Self.parsed(settings)[...]
        let form = CurlForm(usesBackslashes: settings.form.usesBackslashes)
        // As in the form, the fields of files come first.
        while let parts = fields.first, parts.first?.0.field.isPair ?? false {
            add(fields.removeFirst(), form)
        }
        var written: Set<String> = []
        for use in settings.uses {
            guard let row = OptionTable.row(of: use.option) else { continue }
            switch row.curl {
            case .omitted: break
            case .missing: missing.append(use.option)
            case .field:
                if let parts = fields.popFirst() { add(parts, form) }
            case .sentHeader(let name):
                guard let value = request.headers.first(where: { $0.isNamed(name) })?.value,
                    case .text(let text) = value
                else { continue }
                words += [ShellWord("-H".utf8), ShellWord(Array("\(name): ".utf8) + text.bytes)]
            case .inEffect(let isInEffect) where !isInEffect(settings): break
            case .same where row.long == "request" && use.value == "HEAD" && request.body == nil:
                // With -X curl would wait for the body of the response.
                words.append(ShellWord("-I".utf8))
            case .same where row.meaning == .upload || row.meaning == .output(.response):
                // The file of this request, where a list or a pattern names several.
                let path =
                    row.meaning == .upload ? settings.data.file?.path : settings.output.file
                guard let path, written.insert(row.long).inserted else { continue }
                words += [ShellWord(use.option.utf8), ShellWord(path.bytes)]
            case .same, .inEffect, .bytes, .wholeSeconds:
                words.append(ShellWord(use.plainOption.utf8))
                if use.argument != nil { words.append(value(of: use, row)) }
                if let file = row.cutFile(of: use) { cutFiles.append(file) }
            }
        }
        let isStreamed = request.isChunked && settings.form.isChunked
        let framing = request.framingForCurl(
            head, isStreamed: isStreamed, uploadsFile: settings.data.file != nil)
        for line in framing {
            words += [ShellWord("-H".utf8), ShellWord(line.utf8)]
        }
        let url = (settings.url ?? "").withScheme
        if url.isPatternOfCurl || settings.data.file?.path.isPatternOfCurl ?? false {
            words.append(ShellWord("-g".utf8))
        }
        words.append(secrets.url(url))
    }

    /// One line for a shell, unless a value has line ends.
    var text: String { words.map(\.quoted).joined(separator: " ") + "\n" }

    private typealias Part = (FormArgument<PartParameters>, FormArgument<PartAttributes>)

    private mutating func add(_ parts: [Part], _ form: CurlForm) {
        for (field, resolved) in parts {
            let written = form.field(field, resolved, &secrets)
            words += [ShellWord(written.option.utf8), written.value]
        }
    }

    /// The parts of each field.
    private static func parsed(_ settings: Settings) throws(FormProblem) -> [[Part]] {
        var parser = FormParser(isLax: settings.form.isLax, isTrial: settings.isTrial)
        var resolver = PartResolver(
            isLax: settings.form.isLax, until: settings.limits.timeLimit)
        var fields: [[Part]] = []
        for argument in try parser.parse(settings.form.fields) {
            fields.append(
                try FormExpansion(argument).fields.map { (file) throws(FormProblem) in
                    (file, try resolver.resolve(file))
                })
        }
        return fields
    }

    private mutating func value(of use: OptionUse, _ row: OptionSpec) -> ShellWord {
        switch row.curl {
        case .bytes:
            guard let size = try? ValueKind<Int64>.size.parse(use) else { break }
            return ShellWord("\(size)".utf8)
        case .wholeSeconds:
            guard let time = try? ValueKind<Duration>.duration.parse(use) else { break }
            return ShellWord(time.wholeSeconds)
        default: break
        }
        if row.meaning == .urlEncoded { return urlEncoded(use) }
        if row.long == "write-out", use.value.first != UInt8(ascii: "@") {
            return ShellWord(writeOut(use))
        }
        if row.long == "header", let line = withoutBoundary(use) { return ShellWord(line) }
        return secrets.word(use.value, of: row)
    }

    /// `--data-urlencode`, where a value may have a `&` in it, and where curl drops the name of an
    /// empty file.
    private mutating func urlEncoded(_ use: OptionUse) -> ShellWord {
        if case .file(let name, let file) = URLEncodedData(use, takesLiterals: false) {
            let isEmpty = !name.isEmpty && FileCheck.isEmptyFile(file.path)
            return isEmpty ? ShellWord(name + [UInt8(ascii: "=")]) : ShellWord(use.value)
        }
        return secrets.pairs(use.value.bytes, areJoined: false)
    }

    /// A format without the variables that curl 7.88.1 does not know.
    private mutating func writeOut(_ use: OptionUse) -> ByteString {
        let (format, removed) = WriteOut.removing(from: use.value) { piece in
            switch piece {
            case .variable(let name): name.lowercased() == "num_retries"
            case .file, .capture: true
            default: false
            }
        }
        missing += removed.map { use.option + " " + $0.description }
        return format
    }

    /// A `Content-Type` of the form without its boundary: curl would add a second one.
    private mutating func withoutBoundary(_ use: OptionUse) -> [UInt8]? {
        guard !settings.form.fields.isEmpty,
            case .add(let name, let blanks, let value) = try? HeaderArgument.line(use.value),
            name.description.lowercased() == "content-type",
            let type = try? MediaType(verbatim: value), !type.boundaries.isEmpty
        else { return nil }
        missing.append(use.option + " boundary=")
        return name.bytes + [UInt8(ascii: ":")] + blanks.bytes + type.withoutBoundaries.value.bytes
    }
}

extension OptionSpec {
    /// The file of a `-d @file` of which curl sends less.
    fileprivate func cutFile(of use: OptionUse) -> InputFile? {
        guard ["data", "data-ascii"].contains(long), let file = DataArgument(.text, use).file,
            !file.isStandardInput, CutFile.isCut(file.path)
        else { return nil }
        return file
    }
}

extension ByteString {
    /// curl guesses another scheme than http from the names of some hosts.
    fileprivate var withScheme: ByteString { WrittenURL(self).text }
}
