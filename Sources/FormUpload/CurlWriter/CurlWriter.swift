import FormEncoding

/// Writes a request as a command line of curl, for a person to read and to run.
///
/// The line is for sh, bash and zsh. If nothing is missing, curl 7.88.1 sends the same request, with
/// a boundary of its own.
package struct CurlWriter {
    private var words: [ShellWord] = [ShellWord("curl".utf8)]
    package var secrets: SecretVariables
    /// Whether content that is neither in memory nor in a file is standard input; else a variable has its path.
    package var readsStandardInput = false
    private var missed: [Missing] = []
    private var known: Set<Missing> = []

    package init(_ secrets: SecretVariables) { self.secrets = secrets }

    /// The line for a shell, without a line end. It is one line unless a value has line ends.
    package var line: String { words.map(\.quoted).joined(separator: " ") }

    /// The values to supply before the line can be run, and the differences that curl makes.
    package var missing: [Missing] { secrets.variables.map { .secret(variable: $0) } + missed }

    /// Why the line alone does not send the same request.
    package enum Missing: Sendable, Hashable {
        case secret(variable: String)
        /// The content of a part, or the whole body if there is none: the shell variable has to be
        /// set to the path of a file with it. So it is for the app's streams, for open files, for
        /// bytes with a NUL, which no argument can hold, and for more than 64 KiB of them.
        case content(PartReference?, variable: String)
        /// curl writes the headers of this part in another order, adds a `Content-Type` that the
        /// part does not have, or leaves out a field that it does not allow there.
        case headers(PartReference)
        case boundary(Boundary)
        /// curl sends the body in chunks, because it does not compute the length of quoted-printable
        /// content.
        case length
        /// curl repeats a request in cases in which the server may have taken it.
        case retries
        case field(UploadField)
    }

    package mutating func miss(_ fact: Missing) {
        if known.insert(fact).inserted { missed.append(fact) }
    }

    package mutating func add(_ option: String) { words.append(ShellWord(option.utf8)) }

    package mutating func add(_ option: String, _ value: ShellWord) {
        add(option)
        words.append(value.mapText { secrets.word($0, hiding: []) })
    }

    package mutating func add(_ option: String, _ value: ByteString) {
        add(option, ShellWord(value))
    }

    mutating func word(header line: ByteString) -> ShellWord {
        secrets.word(line.bytes, hiding: secrets.names.secrets(inHeader: line.bytes))
    }

    /// Writes the header lines about the body that curl does not send by itself, or sends differently.
    /// `isStreamed`: curl knows the length, and is to send chunks; `uploadsFile`: by `-T`.
    package mutating func addFraming(
        of request: UploadRequest, _ options: UploadOptions, isStreamed: Bool, uploadsFile: Bool
    ) {
        if isStreamed, !request.hasField("Transfer-Encoding") {
            add("-H", "Transfer-Encoding: chunked")
        }
        // From standard input curl would send chunks, whatever a Content-Length says.
        if uploadsFile, !request.isChunked, request.hasField("Content-Length"),
            request.body?.filePath == nil
        {
            add("-H", "Transfer-Encoding:")
        }
        guard !request.hasField("Expect") else { return }
        let expects = request.expectsContinue(options)
        // curl asks before every PUT, but not before a body that it has read from a pipe.
        if uploadsFile, !expects {
            add("-H", "Expect:")
        } else if isStreamed, expects {
            add("-H", "Expect: 100-continue")
        }
    }

    /// Writes the URL at the end of the line. `path` is the file of `-T`. curl takes patterns in both
    /// for several URLs or files, unless it is told not to by `-g`.
    package mutating func end(_ url: ByteString, uploading path: ByteString?) {
        // curl guesses another scheme than http from the names of some hosts.
        let url = WrittenURL(url).text
        if (url.bytes + (path?.bytes ?? [])).contains(where: "[]{}".utf8.contains) { add("-g") }
        words.append(secrets.word(url.bytes, hiding: secrets.names.secrets(inURL: url)))
    }

    mutating func write(_ request: UploadRequest, _ options: UploadOptions) {
        var options = options
        options.retry.isRepeatable = request.isRepeatable
        writeCodings(of: request, with: options)
        write(options, referer: request.referer)
        if !request.hasField("User-Agent") { add("-A", options.userAgentBytes ?? "") }
        addMethod(of: request)
        // curl appends the name of the file to a URL that ends in a slash.
        let isDirectory = WrittenURL(request.urlBytes).target.last == UInt8(ascii: "/")
        let path = request.bodyMethod == "PUT" && !isDirectory ? request.body?.filePath : nil
        if request.body != nil, request.methodBytes == nil, request.bodyMethod != "POST",
            path == nil
        {
            add("-X", request.bodyMethod)
        }
        for field in request.headers { write(field, in: request) }
        // Content from a file has a length for curl, even if it has none here.
        addFraming(of: request, options, isStreamed: request.isChunked, uploadsFile: path != nil)
        writeBody(of: request, uploadsFile: path != nil, isChunked: request.isChunked)
        end(request.urlBytes, uploading: path)
    }

    package mutating func addMethod(of request: UploadRequest) {
        guard let method = request.methodBytes else { return }
        // With -X curl would wait for the body of the response.
        if request.body == nil, method == "HEAD" { add("-I") } else { add("-X", method) }
    }

    package mutating func write(_ field: HeaderField, in request: UploadRequest) {
        let form = request.body?.formForCurl
        guard let form, field.isNamed("Content-Type"), case .text(let type) = field.value,
            let kept = withoutBoundary(type, of: form)
        else {
            // curl adds the boundary of a form to every type.
            if form != nil, field.isNamed("Content-Type") { miss(.field(.header(field.name))) }
            return add("-H", word(header: field.line))
        }
        add("-H", field.name + ": " + kept)
    }

    /// Returns the media type without the boundary that curl adds to it, or `nil` if curl would send
    /// another type: the boundary differs or is missing, or the type is not of the kind of the form.
    func withoutBoundary(_ type: ByteString, of form: MultipartForm) -> ByteString? {
        guard let type = try? MediaType(verbatim: type), type.boundaries == [form.boundary.value],
            type.isKind(of: .formData) == (form.mediaType ?? .formData).isKind(of: .formData)
        else { return nil }
        return type.withoutBoundaries.value
    }
}

extension UploadRequest {
    package func hasField(_ name: String) -> Bool {
        headers.contains { $0.isNamed(name) }
    }
}

/// Bodies: forms field by field, others as data.
extension CurlWriter {
    /// `isChunked`: no length is sent.
    package mutating func writeBody(of request: UploadRequest, uploadsFile: Bool, isChunked: Bool) {
        guard let body = request.body else { return }
        let hasOwnType = request.hasField("Content-Type")
        if let form = body.formForCurl {
            if !hasOwnType { write(typeOf: body, form) }
            if !form.boundary.isRandom { miss(.boundary(form.boundary)) }
            return write(form, isChunked: isChunked)
        }
        if uploadsFile {
            if !hasOwnType, let type = body.contentType { add("-H", "Content-Type: " + type.value) }
            return add("-T", (body.filePath ?? "").forCurl)
        }
        if !hasOwnType, body.contentType != .urlEncodedForm {
            // Without a type curl would send that of a URL-encoded form.
            add("-H", body.contentType.map { "Content-Type: " + $0.value } ?? "Content-Type:")
        }
        if let text = body.plainBytes.flatMap(Self.argument) {
            let isPath = text.first == UInt8(ascii: "@")
            add(
                isPath ? "--data-raw" : "-d",
                secrets.word(text.bytes, hiding: secrets.names.secrets(inData: text.bytes))
            )
        } else if let path = body.filePath {
            add("--data-binary", "@" + path.forCurl)
        } else {
            let variable = secrets.newVariable(for: "body")
            miss(.content(nil, variable: variable))
            var word = ShellWord("@".utf8)
            word += ShellWord(variable: variable)
            add("--data-binary", word)
        }
    }

    /// The bytes as text that an argument can hold: a system has a limit for all of them together.
    static func argument(_ bytes: some Collection<UInt8>) -> ByteString? {
        guard bytes.count <= 64 << 10, !bytes.contains(0) else { return nil }
        return ByteString(bytes)
    }

    private mutating func write(typeOf body: EncodedBody, _ form: MultipartForm) {
        guard let type = body.contentType, let kept = withoutBoundary(type.value, of: form) else {
            return miss(.field(.contentType))
        }
        if kept != MediaType.formData.value { add("-H", "Content-Type: " + kept) }
    }
}

extension EncodedBody {
    /// The form that is written field by field: curl sends none without a field.
    var formForCurl: MultipartForm? {
        form.flatMap { $0.parts.isEmpty ? nil : $0 }
    }
}

/// The options of an upload that are no part of the request itself.
extension CurlWriter {
    mutating func write(_ options: UploadOptions, referer: ByteString?) {
        write(options.redirects, referer: referer)
        write(options.retry)
        write(options.limits)
        if !options.verifiesCertificates { add("-k") }
        if let path = options.certificateAuthorities?.path { add("--cacert", path) }
        let written: Set<CURLSetting.Option> = [.acceptEncoding, .caInfo]
        for setting in options.curlSettings where !written.contains(setting.option) {
            guard setting.option == .userPassword, case .string(let login?) = setting.value else {
                miss(.field(.option(setting.option)))
                continue
            }
            let password = login.bytes.password(in: 0..<login.count)
            // Without a password curl would ask for one.
            guard let password else {
                add("-u", login + ":")
                continue
            }
            let secret = Secret(name: "password", range: password)
            add("-u", secrets.word(login.bytes, hiding: [secret]))
        }
    }

    /// curl accepts more codings by itself.
    package mutating func writeCodings(
        of request: UploadRequest, with options: UploadOptions
    ) {
        guard let codings = options.string(.acceptEncoding) else { return }
        add("--compressed")
        if !request.hasField("Accept-Encoding") { add("-H", "Accept-Encoding: " + codings) }
    }

    private mutating func write(_ redirects: RedirectPolicy, referer: ByteString?) {
        let auto = ByteString(";auto")
        let setsReferer = redirects.follows && redirects.setsReferer
        if let referer, referer.bytes.firstRange(of: auto.bytes) != nil {
            // In `-e` it would be an order to curl.
            add("-H", "Referer: " + referer)
            if setsReferer { miss(.field(.referer)) }
        } else if referer != nil || setsReferer {
            add("-e", (referer ?? "") + (setsReferer ? auto : ""))
        }
        guard redirects.follows else { return }
        add(redirects.sendsCredentialsToEveryHost ? "--location-trusted" : "-L")
        if redirects.maximum != RedirectPolicy().maximum {
            add("--max-redirs", ByteString("\(redirects.maximum ?? -1)"))
        }
        for status in redirects.repeatsBodyAfter.sorted() where (301...303).contains(status) {
            add("--post\(status)")
        }
        if redirects.schemes != RedirectPolicy().schemes {
            add(
                "--proto-redir", ByteString("=" + redirects.schemes.sorted().joined(separator: ","))
            )
        }
        // curl's option is for the first URL as well.
        if redirects.keepsDotSegments { miss(.field(.option(.pathAsIs))) }
    }

    package mutating func write(_ retry: RetryPolicy) {
        guard retry.maximum > 0 else { return }
        add("--retry", ByteString("\(retry.maximum)"))
        if let delay = retry.delay { add("--retry-delay", delay.wholeSeconds) }
        if let time = retry.totalTime { add("--retry-max-time", time.wholeSeconds) }
        if retry.covers(.refusedConnections) { add("--retry-connrefused") }
        if retry.alsoAfter.contains(.allErrors) { add("--retry-all-errors") }
        if !retry.covers(.timeouts) || !retry.covers(.serverErrors) { miss(.retries) }
    }

    package mutating func write(_ limits: UploadLimits) {
        if let total = limits.attempt { add("-m", total.decimalSeconds) }
        if let connecting = limits.connecting {
            add("--connect-timeout", connecting.decimalSeconds)
        }
        if let speed = limits.speed {
            add("-Y", ByteString("\(speed.bytesPerSecond)"))
            if speed.time != UploadLimits.Speed().time { add("-y", speed.time.wholeSeconds) }
        }
    }
}

extension Duration {
    /// Rounded up: 0 is no limit for curl.
    package var wholeSeconds: ByteString {
        let (seconds, attoseconds) = bounded(by: .milliseconds(Int64.max)).components
        return ByteString("\(seconds + (attoseconds > 0 ? 1 : 0))")
    }

    /// With milliseconds, rounded up.
    fileprivate var decimalSeconds: ByteString {
        let step: Int64 = 1_000_000_000_000_000
        let (seconds, attoseconds) = bounded(by: .milliseconds(Int64.max)).components
        let (more, rest) = ((attoseconds + step - 1) / step).quotientAndRemainder(dividingBy: 1000)
        let digits = rest == 0 ? "" : "." + String(rest + 1000).dropFirst()
        return ByteString("\(seconds + more)\(digits)")
    }
}

extension CurlWriter.Missing {
    package var text: String {
        switch self {
        case .secret(let variable): "set \(variable) to the credential"
        case .content(let part, let variable):
            "set \(variable) to the path of a file with \(part.map(Wording.plain.name) ?? "the body")"
        case .headers(let part): "curl writes other headers for \(Wording.plain.name(of: part))"
        case .boundary(let boundary): "curl chooses another boundary than \(boundary.value)"
        case .length: "curl sends the body in chunks"
        case .retries: "curl sends it again also after a time-out, 500, 502 or 504"
        case .field(let field): "curl has no option for this: \(field)"
        }
    }
}

extension UploadRequest {
    /// This request as a command line of curl, for a person to read and to run. A comment follows it for
    /// each value that has to be supplied first, and for each difference that curl makes.
    ///
    /// Shell variables stand for credentials and for content that no argument can hold; `showsSecrets`
    /// writes the credentials out. No input is read. Throws if the request cannot be sent.
    public func curlCommand(
        options: UploadOptions = UploadOptions(), showsSecrets: Bool = false
    ) throws(UploadError) -> String {
        let writer = try reporting { () throws(UploadFault) in
            try curlDescription(options: options, showsSecrets: showsSecrets)
        }
        return ([writer.line] + writer.missing.map { "# \($0.text)" })
            .joined(separator: "\n")
    }

    /// The same as facts. A form is written as `-F` and `--form-string` if its body was made by
    /// `MultipartForm.body`; a copy of it by `spooled()` is bytes. Other bodies are written as `-d`,
    /// `--data-raw`, `--data-binary` or `-T`. Of `options` the limit `stall` and `wire` events are left out without a
    /// word.
    package func curlDescription(
        options: UploadOptions = UploadOptions(), showsSecrets: Bool = false
    ) throws(UploadFault) -> CurlWriter {
        let names = options.redirects.credentials
        var writer = CurlWriter(SecretVariables(names, showsSecrets: showsSecrets))
        let request = withFields(of: options)
        try request.check(options)
        writer.write(request, options)
        return writer
    }
}
