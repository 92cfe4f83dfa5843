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
    let cookieFile: CookieFile?
    /// Includes the headers that come with `body`.
    let headers: [HeaderField]
    /// The query that `--url-query` adds to each URL.
    private let query: [[UInt8]]
    /// The body of all requests; `nil`: each has a file of its own.
    var body: BodyBuilder?

    /// Throws for options that would change the requests of tus.
    private static func checkTus(
        _ headers: [HeaderField], _ line: OperationLine
    ) throws(Failure) {
        let own = ["Upload-Length", "Upload-Metadata", "Upload-Offset"]
        let field = headers.first { field in own.contains { field.isNamed($0) } }
        guard
            let wrong = field.map({ line.name(of: "header") + " " + Messages.shown($0.name) })
                ?? line.settings.request.method.map({ _ in line.name(of: "request") })
        else { return }
        throw .usage(
            "\(line.name(of: "tus")): \(wrong) would change the requests of the protocol: leave it out"
        )
    }

    /// Checks the options, and reads the inputs of headers, queries and the body.
    init(_ line: OperationLine, of operation: Operation, _ inputs: Inputs) throws(Failure) {
        let (settings, run) = (line.settings, inputs.settings)
        var inputs = inputs
        inputs.limit = settings.limits.timeLimit
        self.line = line
        writeOut =
            settings.output.writeOut == operation.settings.output.writeOut
            ? operation.writeOut
            : try line.writeOutFormat(run.preview)
        try failing { [writeOut] () throws(WriteError) in try writeOut?.checkPlaces() }
        for number in settings.urls.indices {
            let request = settings.request(number)
            guard request.hasBody || request.needsNoBody else {
                throw .usage(Messages.nothingToUpload(line))
            }
            try request.checkURL(line)
        }
        // In configuration files such options are defaults.
        let isForForms = { (use: OptionUse) in
            use.isOn && use.place == nil && use.spec?.isForForms == true
        }
        if settings.form.fields.isEmpty, let option = line.uses.first(where: isForForms)?.option {
            throw .usage("\(option) is about forms, which -F makes: leave it out")
        }
        if run.preview.isDryRun { try line.checkNoInput() }
        try line.checkReadOnce()
        var headers = try inputs.fields(of: settings.request.headers)
        if settings.isTus { try Self.checkTus(headers, line) }
        var options = try settings.uploadOptions(line, inputs)
        let ofCertificates = ["certs", "num_certs", "json"]
        if writeOut?.variables.contains(where: { ofCertificates.contains($0.lowercased()) }) == true
        {
            options.curlSettings.append(CURLSetting(.certificateInfo, .number(1)))
        }
        // The cookies of a login are kept for the uploads after it.
        if inputs.keepsCookies, !options.curlSettings.contains(where: { $0.option == .cookieFile })
        {
            options.curlSettings.append(CURLSetting(.cookieFile, .string("")))
        }
        // With HTTP/2 it is worth to wait for a connection.
        if run.parallel.isOn, !run.parallel.isImmediate,
            settings.urls.contains(where: { WrittenURL($0).scheme == "https" }),
            TransportFacts.hooksAreInEffect
        {
            options.curlSettings.append(CURLSetting(.pipeWait, .number(1)))
        }
        self.options = options
        cookieFile = CookieFile(options)
        try failing { [cookieFile] () throws(WriteError) in
            try cookieFile?.path?.checkWritable()
        }
        for warning in try settings.checkInputs(line) { inputs.console.warn(warning) }
        inputs.limit = inputs.limits(of: options).timeLimit
        query = try settings.urlQuery(until: inputs.limit, refusesPipes: inputs.readsAgain)
        if operation.sharesBody {
            let form = operation.isFixed && operation.files == nil ? operation.form : nil
            body = try BodyBuilder(settings, line, form, headers: &headers, inputs)
        }
        self.headers = headers
    }

    /// Returns the URL with the queries of options. `own` is the request's body, where requests share none.
    func url(of settings: Settings, _ own: BodyBuilder? = nil) -> ByteString {
        settings.urlWithName.appendingQuery(queries(own))
    }

    /// Returns the pieces to add to the query of each URL.
    func queries(_ own: BodyBuilder? = nil) -> [[UInt8]] {
        let own = (own ?? body)?.query ?? []
        return query + (own.isEmpty ? [] : [own])
    }
}

extension OperationLine {
    /// The format of `-w`, read from its file if it has one.
    func writeOutFormat(_ preview: RunSettings.Preview) throws(Failure) -> WriteOut? {
        guard let use = settings.output.writeOut else { return nil }
        var text = use.value
        if let file = use.fileAfterAt {
            // A dry run prints no variables, and does not read standard input.
            if preview.isDryRun, file.isStandardInput { return nil }
            let content = try file.read(until: settings.limits.timeLimit)
            // As in curl: line breaks are only for readability, and `\n` is a line end.
            text = ByteString(bytes: content.withoutMark.filter { !"\r\n".utf8.contains($0) })
        }
        let format = WriteOut(text)
        let captured = settings.captures.map(\.name)
        try failing(of: name(of: "write-out")) { () throws(Failure) in
            if let name = format.variables.first(where: {
                !WriteOut.names.contains($0.lowercased())
            }) {
                throw .usage(Messages.unknownVariable(name))
            }
            if let file = format.files.first(where: { $0.path.bytes.last == 0x0D }) {
                throw .usage(Messages.returnAtEnd(file.path))
            }
            if let name = format.captures.first(where: { !captured.contains($0) }) {
                throw .usage(
                    "no --capture of this request sets \(Messages.quoted(name))"
                        + Messages.didYouMean(Suggestion.nearest(to: name, among: captured)))
            }
        }
        return format
    }
}

extension Messages {
    /// With `-X` a request without content may be meant, and where some of its URLs have a file of `-T`,
    /// not all of them do.
    fileprivate static func nothingToUpload(_ line: OperationLine) -> String {
        if let file = line.settings.data.files.first {
            return "\(file.option) is there for one URL, and nothing to upload for the next: write "
                + "\(file.option) file for each"
        }
        if line.settings.url == "help" { return "'help' is taken for a URL: write formpost --help" }
        let method = line.settings.request.method.map { "; for an empty \(shown($0)) write -d ''" }
        return "nothing to upload: add a field with -F name=value or a file with -F name=@file; "
            + "-d sends data, and -T a file" + (method ?? "")
            + (line.endsWithQuery
                ? "; an unquoted '&' in a URL ends the command: put quotes around the URL" : "")
    }
}
