import FormEncoding

/// Writes a curl command line, word by word.
package struct CurlWriter {
    private var words: [ShellWord] = [ShellWord("curl".utf8)]
    package var secrets: SecretVariables
    /// Whether curl reads names with `--form-escape`, and sends line ends in them as they are.
    package var usesBackslashes = false
    private var missing: [CurlDescription.Missing] = []
    private var missed: Set<CurlDescription.Missing> = []

    package init(_ secrets: SecretVariables) { self.secrets = secrets }

    /// The line for a shell, without a line end. It is one line unless a value has line ends.
    package var line: String {
        var secrets = secrets
        return words.map { word in
            word.mapText { secrets.word($0, hiding: []) }.quoted
        }.joined(separator: " ")
    }

    var description: CurlDescription {
        CurlDescription(
            line: line, missing: secrets.variables.map { .secret(variable: $0) } + missing)
    }

    /// Reports a fact once.
    mutating func miss(_ fact: CurlDescription.Missing) {
        if missed.insert(fact).inserted { missing.append(fact) }
    }

    package mutating func add(_ option: String) { words.append(ShellWord(option.utf8)) }

    package mutating func add(_ option: String, _ value: ShellWord) {
        add(option)
        words.append(value)
    }

    package mutating func add(_ option: String, _ value: ByteString) {
        add(option, ShellWord(value))
    }

    mutating func word(header line: ByteString) -> ShellWord {
        secrets.word(line.bytes, hiding: secrets.names.secrets(inHeader: line.bytes))
    }

    /// Writes the header lines about the body that curl does not send by itself, or sends otherwise, if
    /// `head` is the head. `isStreamed`: curl knows the length, and is to send chunks; `uploadsFile`:
    /// by `-T`.
    package mutating func addFraming(
        of request: UploadRequest, head: ByteString, isStreamed: Bool, uploadsFile: Bool
    ) {
        if isStreamed { add("-H", "Transfer-Encoding: chunked") }
        // From a pipe curl would send chunks, whatever a Content-Length says.
        if uploadsFile, let body = request.body, body.mayBlock, body.contentLength != nil {
            add("-H", "Transfer-Encoding:")
        }
        guard !request.hasField("Expect") else { return }
        let expects = head.bytes.firstRange(of: Array("\r\nExpect: ".utf8)) != nil
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

    /// Writes a request; `head` is its head.
    mutating func write(_ request: UploadRequest, _ options: UploadOptions, head: ByteString) {
        write(options, referer: request.referer)
        if !request.hasField("User-Agent") { add("-A", options.userAgent ?? "") }
        let uploadsFile = write(method: request)
        for field in request.headers { write(field, in: request) }
        // Content from a file has a length for curl, even if it has none here.
        let isStreamed = request.isChunked && !request.hasField("Transfer-Encoding")
        addFraming(of: request, head: head, isStreamed: isStreamed, uploadsFile: uploadsFile)
        if let body = request.body {
            write(body, hasOwnType: request.hasField("Content-Type"), uploadsFile: uploadsFile)
        }
        end(request.url, uploading: uploadsFile ? request.body?.filePath : nil)
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
    fileprivate func hasField(_ name: String) -> Bool {
        headers.contains { $0.isNamed(name) }
    }
}
