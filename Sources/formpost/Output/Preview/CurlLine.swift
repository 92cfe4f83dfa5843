import FormEncoding
import FormUpload

/// The request as a curl command line (`--curl`), which sends with curl 7.88.1 what formpost sends: what the request
/// itself has, and the options that the table has for curl, in the order in which they were given.
struct CurlLine {
    /// The options that curl does not have, as typed.
    private(set) var missing: [String] = []
    /// Sentences about what curl does differently.
    private(set) var differences: [String] = []
    /// The files of which curl 7.88.1 sends less.
    private(set) var cutFiles: [InputFile] = []

    private var writer: CurlWriter

    /// `uses` are the options of a request that has been checked, and those for all operations, in their order.
    init(_ job: Request, _ uses: [OptionUse], _ secrets: RunSettings.Secrets) {
        let (settings, request) = (job.settings, job.upload)
        writer = CurlWriter(SecretVariables(secrets.names, showsSecrets: secrets.areShown))
        writer.secrets.findSecrets = { Redactor.ofProcess.secrets(in: $0) }
        writer.readsStandardInput = true
        writer.addMethod(of: request)
        // curl adds those of `--json`.
        let added = settings.data.headers(besides: [])
        for field in request.headers where !added.contains(field) {
            writer.write(field, in: request)
        }
        writer.writeCodings(of: request, with: job.options)
        writer.write(settings.retry)
        writer.write(settings.limits)
        for use in uses.joiningCookies {
            guard let row = use.spec else { continue }
            switch row.curl {
            case .request, .omitted: break
            case .missing: missing.append(use.option)
            case .inEffect(let isInEffect) where !isInEffect(settings): break
            case .same, .inEffect: add(use, row)
            }
        }
        if let path = settings.output.file { writer.add("-o", path) }
        let file = settings.data.file
        if let file { writer.add("-T", file.path) }
        if !settings.form.fields.isEmpty { writer.writeBody(of: request, uploadsFile: false) }
        writer.addFraming(
            of: request, job.options, isStreamed: request.isChunked && settings.form.isChunked,
            uploadsFile: file != nil)
        writer.end(settings.url ?? "", uploading: file?.path)
        noteWhatIsMissing(of: job)
    }

    private mutating func noteWhatIsMissing(of job: Request) {
        for fact in writer.missing {
            switch fact {
            case .content, .headers, .length: differences.append(fact.text)
            case .boundary where job.settings.form.boundary == nil:
                missing.append(job.line.name(of: "header") + " boundary=")
            case .boundary, .field, .retries, .secret: break
            }
        }
    }

    var text: String { writer.line + "\n" }

    private mutating func add(_ use: OptionUse, _ row: OptionSpec) {
        guard use.argument != nil else { return writer.add(use.plainOption) }
        if ["data", "data-ascii"].contains(row.long), let file = DataArgument(.text, use).file,
            !file.isStandardInput, file.path.isCutByCurl
        {
            cutFiles.append(file)
        }
        let word: ShellWord
        if row.meaning == .urlEncoded, let (name, path) = use.value.nameAndFile, !name.isEmpty,
            path.file.map({ $0.kind == .regular && $0.size == 0 }) ?? false
        {
            // curl drops the name of an empty file.
            word = ShellWord(name + [UInt8(ascii: "=")])
        } else if row.long == "write-out", use.value.first != UInt8(ascii: "@") {
            word = ShellWord(writeOut(use))
        } else {
            let secrets = row.secrets(in: use.value, writer.secrets.names)
            word = writer.secrets.word(use.value.bytes, hiding: secrets)
        }
        writer.add(use.plainOption, word)
    }

    /// Returns the format without the variables that curl 7.88.1 does not know.
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
}

extension [OptionUse] {
    /// One use of `-b` for all that give cookies: curl would join them without a blank.
    fileprivate var joiningCookies: [OptionUse] {
        let isData = { (use: OptionUse) in
            use.spec?.meaning == .cookies && use.value.cookieFile == nil
        }
        guard let first = firstIndex(where: isData) else { return self }
        var uses = self
        uses[first].argument = filter(isData).map(\.value).joinedCookies
        uses[(first + 1)...].removeAll(where: isData)
        return uses
    }
}

extension ByteString {
    /// Whether curl 7.88.1 sends less of the file of `-d` at this path: it drops the rest of a line after a CR or a
    /// NUL. From 8.7.0 on curl drops these bytes alone, as formpost does. False if the file cannot be read, which
    /// is reported elsewhere.
    fileprivate var isCutByCurl: Bool {
        guard isFile else { return false }
        var isCut = false
        // Whether the line so far has a CR or a NUL.
        var hasMark = false
        try? EncodedBody([.file(self)]).forEachChunk { bytes in
            for byte in bytes where !isCut {
                switch byte {
                case 0x0A: hasMark = false
                case 0x00, 0x0D: hasMark = true
                default: isCut = hasMark
                }
            }
        }
        return isCut
    }
}
