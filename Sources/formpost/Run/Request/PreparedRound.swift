import FormEncoding
import FormUpload

/// The parts that all requests of a round or of an operation share, with their inputs read and checked.
final class PreparedRound: Sendable {
    let line: OperationLine
    let writeOut: WriteOut?
    let options: UploadOptions
    /// `nil` without `-c`.
    let jar: CookieJar?
    /// Includes the headers that come with `body`.
    private let headers: [HeaderField]
    /// `nil`: each request has a file of its own.
    private let body: BodyBuilder?
    /// The query that `--url-query` adds to each URL.
    private let query: [[UInt8]]

    /// Reads the inputs that are needed before sending: files are measured, pipes are spooled.
    /// With `sharesBody` all requests have the same body.
    init(
        _ round: Round, of operation: PlannedOperation, sharesBody: Bool, _ run: Run
    ) throws(Failure) {
        let (line, settings) = (round.line, round.settings)
        self.line = line
        let writeOut = try run.writeOut(of: line, operation)
        self.writeOut = writeOut
        try failing { () throws(WriteError) in try writeOut?.checkPlaces() }
        try round.check()
        if let option = line.uselessFormOption {
            throw .usage(Messages.uselessFormOption(option))
        }
        if run.settings.preview.isDryRun { try settings.checkNoInput(line) }
        try settings.checkTrial(line)
        var headers = try settings.headerFields(standardInput: run.console.input)
        var options = try settings.uploadOptions(
            line, run.settings, run.environment, standardInput: run.console.input,
            pipes: run.settings.preview.isOn ? nil : run.pipes)
        if writeOut?.asksForCertificates == true {
            options.curlSettings.append(CURLSetting(.certificateInfo, .number(1)))
        }
        // The cookies of a login are kept for the uploads after it.
        if run.plan.keepsCookies,
            !options.curlSettings.contains(where: { $0.option == .cookieFile })
        {
            options.curlSettings.append(CURLSetting(.cookieFile, .string("")))
        }
        if run.settings.parallel.isOn, !run.settings.parallel.isImmediate,
            round.mayShareConnections,
            TransportFacts.hooksAreInEffect
        {
            options.curlSettings.append(CURLSetting(.pipeWait, .number(1)))
        }
        self.options = options
        let jar = CookieJar(options)
        try failing { () throws(WriteError) in try jar?.check() }
        self.jar = jar
        for warning in try settings.checkInputs(line) { run.console.warn(warning) }
        let limit = options.limits.timeLimit
        query = try settings.urlQuery(standardInput: run.console.input, until: limit)
        let form = operation.isFixed && operation.files == nil ? run.forms[operation.index] : nil
        var body = sharesBody ? BodyBuilder(settings, line, form, run, until: limit) : nil
        try body?.look(&headers)
        try body?.read()
        self.body = body
        self.headers = headers
        // Checked after the files are measured: what was hashed is what is sent.
        try line.checkHashedFiles()
    }

    /// Makes and checks the request of one URL. Its own inputs are read until `limit`.
    func request(
        _ settings: Settings, _ run: Run, until limit: TimeLimit?
    ) throws(Failure) -> (body: BodyBuilder, request: UploadRequest) {
        var headers = headers
        try settings.addIdempotencyKey(to: &headers, line)
        var body = self.body ?? BodyBuilder(settings, line, nil, run, until: limit)
        if self.body == nil {
            try body.look(&headers)
            try body.read()
            try line.checkHashedFiles()
        }
        let url = url(of: settings, body)
        var request = UploadRequest(
            url: url, method: settings.request.method, headers: headers, body: body.encoded)
        request.referer = settings.request.refererText
        if settings.data.file != nil { request.bodyMethod = "PUT" }
        request.resumption = settings.resumption(of: body)
        if request.body != nil, let method = request.method,
            let text = Messages.doubtfulMethod(method, insteadOf: request.bodyMethod)
        {
            run.console.warn("\(line.name(of: "request")): \(text)")
        }
        do throws(UploadError) {
            try request.check(options)
        } catch {
            throw Failure(
                error.exitStatus,
                Messages.refusal(
                    error, url: url, ProxyRoute(line: line, environment: run.environment)))
        }
        if options.isHTTP10, request.isChunked,
            settings.sendsChunks(run.settings.preview)
        {
            throw .usage(Messages.noChunks(line))
        }
        try settings.checkHooks(request, options, writeOut, line, run.settings)
        try TLSFileCheck.check(
            url, options, authorities: line.authoritiesName(run.environment))
        return (body, request)
    }

    /// Returns the URL with the queries of options. `own` is the request's body, where the round shares none.
    func url(of settings: Settings, _ own: BodyBuilder? = nil) -> ByteString {
        let own = (own ?? body)?.query ?? []
        return settings.urlWithName.appendingQuery(query + (own.isEmpty ? [] : [own]))
    }
}
