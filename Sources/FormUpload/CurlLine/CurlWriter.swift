import FormEncoding

/// Writes a request as words of a curl command line.
struct CurlWriter {
    private var words: [ShellWord] = [ShellWord("curl".utf8)]
    private var missing: [CurlDescription.Missing] = []
    private var missed: Set<CurlDescription.Missing> = []
    var secrets: SecretVariables

    init(_ options: UploadOptions, showsSecrets: Bool) {
        let names = options.redirects.credentials
        secrets = SecretVariables(showsSecrets: showsSecrets, headers: names, fields: names)
    }

    var description: CurlDescription {
        CurlDescription(
            line: words.map(\.quoted).joined(separator: " "),
            missing: secrets.variables.map { .secret(variable: $0) } + missing)
    }

    /// Each fact is told once.
    mutating func miss(_ fact: CurlDescription.Missing) {
        if missed.insert(fact).inserted { missing.append(fact) }
    }

    mutating func add(_ option: String) { words.append(ShellWord(option.utf8)) }

    mutating func add(_ option: String, _ value: ShellWord) {
        add(option)
        words.append(value)
    }

    mutating func add(_ option: String, _ value: ByteString) { add(option, ShellWord(value)) }

    /// `head` is the head of the request.
    mutating func write(_ request: UploadRequest, _ options: UploadOptions, head: ByteString) {
        write(options, referer: request.referer)
        if !request.hasField("User-Agent") { add("-A", options.userAgent ?? "") }
        let uploadsFile = write(method: request)
        for field in request.headers { write(field, in: request) }
        // Content from a file has a length for curl, even if it has none here.
        let isStreamed = request.isChunked && !request.hasField("Transfer-Encoding")
        let framing = request.framingForCurl(
            head, isStreamed: isStreamed, uploadsFile: uploadsFile)
        for line in framing { add("-H", ByteString(line)) }
        if let body = request.body {
            write(body, hasOwnType: request.hasField("Content-Type"), uploadsFile: uploadsFile)
        }
        let url = WrittenURL(request.url).text
        if url.isPatternOfCurl || (uploadsFile && request.body?.filePath?.isPatternOfCurl ?? false)
        {
            add("-g")
        }
        words.append(secrets.url(url))
    }

    /// Returns whether the body is uploaded by `-T`.
    private mutating func write(method request: UploadRequest) -> Bool {
        guard let body = request.body else {
            // With -X curl would wait for the body of the response.
            if request.method == "HEAD" {
                add("-I")
            } else if let method = request.method {
                add("-X", method)
            }
            return false
        }
        // curl appends the name of the file to a URL that ends in a slash.
        let isDirectory = WrittenURL(request.url).target.last == UInt8(ascii: "/")
        let uploadsFile = request.bodyMethod == "PUT" && body.filePath != nil && !isDirectory
        if let method = request.method {
            add("-X", method)
        } else if request.bodyMethod != "POST", !uploadsFile {
            add("-X", request.bodyMethod)
        }
        return uploadsFile
    }

    private mutating func write(_ field: HeaderField, in request: UploadRequest) {
        let form = request.body?.formForCurl
        guard let form, field.isNamed("Content-Type"), case .text(let type) = field.value,
            let kept = withoutBoundary(type, of: form)
        else {
            // curl adds the boundary of a form to every type.
            if form != nil, field.isNamed("Content-Type") { miss(.field(.header(field))) }
            return add("-H", secrets.header(field.line))
        }
        add("-H", field.name + ": " + kept)
    }

    /// The media type without the boundary that curl adds to it; nil if curl would make something
    /// else of it: it has another boundary or none, or is not of the kind of the form.
    func withoutBoundary(_ type: ByteString, of form: MultipartForm) -> ByteString? {
        guard let type = try? MediaType(verbatim: type), type.boundaries == [form.boundary.value],
            type.isKind(of: .formData) == (form.mediaType ?? .formData).isKind(of: .formData)
        else { return nil }
        return type.withoutBoundaries.value
    }
}

extension UploadRequest {
    fileprivate func hasField(_ name: String) -> Bool {
        headers.contains { $0.isNamed(name) }
    }
}

extension ByteString {
    /// Whether curl takes it for several URLs or files, unless it is told not to by `-g`.
    package var isPatternOfCurl: Bool { bytes.contains { "[]{}".utf8.contains($0) } }
}
