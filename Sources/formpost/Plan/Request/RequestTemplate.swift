import FormEncoding
import FormUpload

/// What the requests to all URLs share, with `--each` and variables those of one file: all but the URL, the file
/// of `-T` and that of `-o`.
struct RequestTemplate {
    /// With the values of all variables.
    let line: OperationLine
    let writeOut: WriteOut?
    let options: UploadOptions
    /// `nil` without `-c`.
    let jar: CookieJar?
    /// Includes the headers that come with `body`.
    let headers: [HeaderField]
    /// The query that `--url-query` adds to each URL.
    private let query: [[UInt8]]
    /// The body of all requests; `nil`: each has a file of its own.
    private(set) var body: BodyBuilder?

    /// Checks the options, and reads the inputs of headers and queries.
    init(_ line: OperationLine, of operation: Operation, _ inputs: Inputs) throws(Failure) {
        let (settings, run) = (line.settings, inputs.settings)
        var inputs = inputs
        inputs.limit = settings.limits.timeLimit
        self.line = line
        writeOut =
            settings.output.writeOut == operation.settings.output.writeOut
            ? operation.writeOut
            : try line.writeOutFormat(run.preview, standardInput: inputs.console.input)
        try failing { [writeOut] () throws(WriteError) in try writeOut?.checkPlaces() }
        for number in settings.urls.indices {
            let request = settings.request(number)
            guard request.hasBody || request.needsNoBody else {
                throw .usage(Messages.nothingToUpload(line))
            }
            try request.checkURL(line)
        }
        if let option = line.uselessFormOption {
            throw .usage(Messages.uselessFormOption(option))
        }
        if run.preview.isDryRun { try settings.checkNoInput(line) }
        try line.checkReadOnce()
        var headers = try inputs.resolved(settings.request.headers).compactMap(\.field)
        var options = try settings.uploadOptions(line, inputs)
        if writeOut?.asksForCertificates == true {
            options.curlSettings.append(CURLSetting(.certificateInfo, .number(1)))
        }
        // The cookies of a login are kept for the uploads after it.
        if inputs.keepsCookies, !options.curlSettings.contains(where: { $0.option == .cookieFile })
        {
            options.curlSettings.append(CURLSetting(.cookieFile, .string("")))
        }
        // With HTTP/2 it is worth to wait for a connection.
        if run.parallel.isOn, !run.parallel.isImmediate,
            settings.urls.contains(where: { URLPlace.scheme(of: $0) == Array("https".utf8) }),
            TransportFacts.hooksAreInEffect
        {
            options.curlSettings.append(CURLSetting(.pipeWait, .number(1)))
        }
        self.options = options
        jar = CookieJar(options)
        try failing { [jar] () throws(WriteError) in try jar?.check() }
        for warning in try settings.checkInputs(line) { inputs.console.warn(warning) }
        inputs.limit = options.limits.timeLimit
        query = try settings.urlQuery(inputs)
        if operation.sharesBody {
            let form = operation.isFixed && operation.files == nil ? operation.form : nil
            body = BodyBuilder(settings, line, form, inputs)
            try body?.look(&headers)
        }
        self.headers = headers
    }

    /// Reads the body that all requests share, as far as that has not been done; the first look skips pipes.
    mutating func readBody(_ inputs: Inputs) throws(Failure) {
        guard body?.isComplete == false else { return }
        try body?.read(inputs)
        // Checked after the files are measured: what was hashed is what is sent.
        try line.checkHashedFiles()
    }

    /// Returns the URL with the queries of options. `own` is the request's body, where requests share none.
    func url(of settings: Settings, _ own: BodyBuilder? = nil) -> ByteString {
        let own = (own ?? body)?.query ?? []
        return settings.urlWithName.appendingQuery(query + (own.isEmpty ? [] : [own]))
    }
}

extension OperationLine {
    /// The format of `-w`, read from its file if it has one.
    func writeOutFormat(
        _ preview: RunSettings.Preview, standardInput: Int32
    ) throws(Failure) -> WriteOut? {
        try failing { () throws(UsageError) in
            switch settings.output.writeOut {
            case nil: return nil
            case .text(let text): return try checked(WriteOut(text))
            case .file(let file):
                // A dry run prints no variables, and does not read standard input.
                if preview.isDryRun, file.isStandardInput { return nil }
                let content = try SmallFile.read(
                    file, standardInput: standardInput, until: settings.limits.timeLimit)
                // As in curl: line breaks are only for readability, and `\n` is a line end.
                return try checked(
                    WriteOut(ByteString(bytes: content.filter { $0 != 0x0A && $0 != 0x0D })))
            }
        }
    }

    private func checked(_ format: WriteOut) throws(UsageError) -> WriteOut {
        if let name = format.variables.first(where: {
            !WriteOut.names.contains($0.lowercased())
        }) {
            throw .unknownVariable(option: self.name(of: "write-out"), name: name)
        }
        let captured = settings.captures.map(\.name)
        if let name = format.captures.first(where: { !captured.contains($0) }) {
            throw .unknownCapture(
                option: self.name(of: "write-out"), name: name,
                suggestion: Suggestion.nearest(to: name, among: captured))
        }
        return format
    }
}
