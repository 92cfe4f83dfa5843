import FormEncoding
import FormUpload

/// The request as a curl command line (`--curl`), with which curl 7.88.1 sends what formpost
/// sends: what the request itself has, and the options that the table has for curl, in the order
/// given.
struct CurlLine {
    /// The options that curl does not have, as typed.
    private(set) var missing: [String] = []
    /// Sentences about what curl does differently.
    private(set) var differences: [String] = []
    /// The files of which curl 7.88.1 sends less.
    private(set) var cutFiles: [InputFile] = []

    private var writer: CurlWriter
    private let job: Request
    private var settings: Settings { job.settings }

    /// `uses` are the options of a request that has been checked, and those for all operations, in
    /// order.
    init(_ job: Request, _ uses: [OptionUse], _ secrets: RunSettings.Secrets) {
        self.job = job
        writer = CurlWriter(SecretVariables(secrets.names, showsSecrets: secrets.areShown))
        writer.secrets.findSecrets = { Redactor.ofProcess.secrets(in: $0) }
        writer.readsStandardInput = true
        let makesURL = job.curlMakesURL
        addFields(makesURL: makesURL)
        writer.write(settings.retry)
        writer.write(settings.limits)
        for use in uses.joiningCookies {
            guard let row = use.spec else { continue }
            switch row.curl {
            case .request, .omitted: break
            case .missing: missing.append(use.option)
            case .inEffect(let isInEffect) where !isInEffect(settings): break
            case .query where !makesURL: break
            case .data where !makesURL && settings.data.isQuery: break
            case .same, .inEffect, .query, .data: add(use, row)
            }
        }
        if let path = settings.output.file { writer.add("-o", path) }
        addBody()
        var url = job.url
        if makesURL { url = settings.url ?? "" }
        writer.end(url, uploading: settings.data.file?.path)
        noteDifferences()
    }

    var text: String { writer.line + "\n" }

    private mutating func addFields(makesURL: Bool) {
        let request = job.upload
        writer.addMethod(of: request)
        // curl adds those of `--json`, where it gets that.
        var added = settings.data.headers(besides: [])
        if settings.data.isQuery && !makesURL { added = [] }
        for field in request.headers where !added.contains(field) {
            writer.write(field, in: request)
        }
        writer.writeCodings(of: request, with: job.options)
    }

    private mutating func addBody() {
        let request = job.upload
        let file = settings.data.file
        if let file { writer.add("-T", file.path) }
        let isStreamed = settings.isChunked && request.isChunked
        if !settings.form.fields.isEmpty {
            writer.writeBody(of: request, uploadsFile: false, isChunked: isStreamed)
        }
        writer.addFraming(
            of: request, job.options, isStreamed: isStreamed, uploadsFile: file != nil)
    }

    private mutating func noteDifferences() {
        if job.isChunkedByCurl { writer.miss(.length) }
        if settings.isChunked, settings.data.file != nil, job.upload.body?.contentLength == 0 {
            differences.append("curl does not end an empty file that it sends in chunks")
        }
        for fact in writer.missing {
            switch fact {
            case .content, .headers, .length: differences.append(fact.text)
            case .field(.header(let name)):
                differences.append("curl adds a boundary to \(Messages.shown(name))")
            case .boundary where settings.form.boundary == nil:
                missing.append(job.line.name(of: "header") + " boundary=")
            case .boundary, .field, .retries, .secret: break
            }
        }
    }

    private mutating func add(_ use: OptionUse, _ row: OptionSpec) {
        guard use.argument != nil else { return writer.add(use.plainOption) }
        if row.long == "write-out" { return addWriteOut(use) }
        if ["data", "data-ascii"].contains(row.long), let file = DataArgument(.text, use).file,
            !file.isStandardInput, file.path.isCutByCurl
        {
            cutFiles.append(file)
        }
        let word: ShellWord
        if let name = use.nameOfEmptyFile {
            // curl drops the name of an empty file.
            word = ShellWord(name + [UInt8(ascii: "=")])
        } else {
            let secrets = row.secrets(in: use.value, writer.secrets.names)
            word = writer.secrets.word(use.value.bytes, hiding: secrets)
        }
        writer.add(use.plainOption, word)
    }

    /// Adds the format without what curl 7.88.1 does not know. A file with such a format is
    /// replaced by its text.
    private mutating func addWriteOut(_ use: OptionUse) {
        // An earlier one has no effect.
        guard use == settings.output.writeOut else { return }
        let (rest, removed) = job.template.writeOut?.forCurl ?? (use.value, [])
        guard !removed.isEmpty else { return writer.add(use.plainOption, use.value) }
        missing += removed.map { use.option + " " + $0.description }
        // With an `@` at its beginning it would be the name of a file.
        let isFileName = rest.first == UInt8(ascii: "@")
        if isFileName {
            writer.add(use.plainOption, "%{stdout}" + rest)
        } else {
            writer.add(use.plainOption, rest)
        }
    }
}

extension Request {
    /// Whether curl 7.88.1 makes the same URL of options that add to it. It then resolves dot
    /// segments in spite of `--path-as-is`, and drops a `?` with nothing behind it. With `-G` it
    /// ignores `--url-query`. It cuts data for the query at a `#`, writes escapes in lower case,
    /// and ends the query with `&` if there is no data.
    fileprivate var curlMakesURL: Bool {
        let adds = (data: settings.data.isQuery, query: !settings.request.query.isEmpty)
        let named = settings.urlWithName
        guard adds.data || adds.query || named != settings.url else { return true }
        let isBare = url.hasEmptyQuery
        if isBare || options.redirects.keepsDotSegments || adds.data && adds.query { return false }
        guard adds.data || adds.query else { return true }
        return url != named && !url.bytes.hasEscapesThatCurlChanges
    }

    /// Whether curl does not know the length of a body that formpost sends with its length: of a
    /// file of `-T` or `-F` that is not a regular file, and of standard input with `-T`.
    fileprivate var isChunkedByCurl: Bool {
        guard !settings.isChunked else { return false }
        if let file = settings.data.file, file.isStandardInput {
            return !upload.hasField("Content-Length")
        }
        let readsFiles = settings.data.file != nil || !settings.form.fields.isEmpty
        guard readsFiles, body.encoded?.mayBlock == true else { return false }
        return body.paths.contains { $0 != "-" && $0.file?.kind != .regular }
    }
}

extension [UInt8] {
    /// Whether there is an escape with capitals, or of a `#`.
    fileprivate var hasEscapesThatCurlChanges: Bool {
        var rest = self[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[(percent + 1)...]
            let digits = rest.prefix(2)
            if digits.elementsEqual("23".utf8) { return true }
            if digits.contains(where: { $0 != $0.lowercased }) { return true }
        }
        return false
    }
}

extension OptionUse {
    /// The name before an empty file of `--data-urlencode` or `--url-query`; `nil`: there is none.
    fileprivate var nameOfEmptyFile: [UInt8]? {
        guard [.urlEncoded, .query].contains(spec?.meaning),
            spec?.meaning != .query || value.first != UInt8(ascii: "+"),
            let (name, path) = value.nameAndFile, !name.isEmpty,
            let file = path.file, file.kind == .regular, file.size == 0
        else { return nil }
        return name
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
    /// Whether nothing follows the `?` of a URL, or a fragment.
    fileprivate var hasEmptyQuery: Bool {
        let query = bytes.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }
        return query.count == 1
    }

    /// Whether curl 7.88.1 sends less of the file of `-d` at this path: it drops the rest of a
    /// line after a CR or a NUL. From 8.7.0 on curl drops these bytes alone, as formpost does.
    /// False if the file cannot be read, which is reported elsewhere.
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
