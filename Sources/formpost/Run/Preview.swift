import FormEncoding
import FormUpload

/// Shows requests without sending them: `--dry-run` and `--curl`.
extension Run {
    private var preview: RunSettings.Preview { settings.preview }
    private var secrets: RunSettings.Secrets { settings.secrets }

    private var isTable: Bool { preview.request == .table && !preview.printsCurl }

    /// Writes what is asked for; returns the exit status.
    func show(_ operations: [Operation]) throws(Failure) -> Int32 {
        for operation in operations {
            for request in Requests(operation, inputs) {
                let request = try request.get()
                let label = request.label
                if isTable, label.count > 1 {
                    let place =
                        "\(label.number + 1)/\(label.count) \(Messages.request(label.name))\n"
                    try write(Array(((label.number > 0 ? "\n" : "") + place).utf8))
                }
                try show(request, of: operation)
            }
        }
        if isTable, inputs.count > 1 {
            try write(Array("\n\(inputs.count) requests, nothing sent\n".utf8))
        }
        return ExitStatus.success
    }

    private func show(_ job: Request, of operation: Operation) throws(Failure) {
        // A request that cannot be sent is not shown.
        let requests = try job.route.refusing { () throws(UploadFault) in
            try job.upload.firstRequests(options: job.options, address: "/{upload_url}")
        }
        if preview.isBody { return try write(job.upload.body) }
        if preview.printsCurl { return try writeCurl(job, operation) }
        if preview.request == .raw {
            guard job.upload.body.length != nil else {
                throw .usage(
                    "--dry-run does not read standard input or pipes: --dry-run=body writes the body"
                )
            }
            guard !job.upload.isChunked else {
                throw .usage(
                    "--dry-run does not show a chunked body, because the sizes of the chunks depend on the "
                        + "transfer: "
                        + "--dry-run=body writes the body")
            }
        }
        for warning in job.line.unshown(settings, url: job.settings.url) { console.warn(warning) }
        guard isTable else {
            for request in requests {
                try write(try head(of: request, job).bytes)
                try write(request.body)
            }
            return
        }
        var shown: [UInt8] = []
        for request in requests {
            var stream = RedactedStream(.ofProcess)
            let head = withLengthToCome(try head(of: request, job), job)
            shown += secrets.areShown ? head : stream.redacted(.headSent, head)
        }
        // A log has lines of any length.
        let isOnTerminal = Console.isTerminal(console.output)
        let columns = isOnTerminal ? Console.columns(of: console.output) : .max
        let lines = shown.filter { $0 != UInt8(ascii: "\r") }.shownOnTerminal
        let text = lines + Array((PartTable(job).text(columns: columns) + "\n").utf8)
        try write(secrets.areShown ? text : Redactor.ofProcess.redact(text))
    }

    /// An upload reads its input first, to send it with its length; a dry run does not read it.
    private func withLengthToCome(_ head: ByteString, _ job: Request) -> [UInt8] {
        var head = head.bytes
        let chunked = Array("\r\nTransfer-Encoding: chunked\r\n".utf8)
        if job.upload.body.length == nil, !job.settings.isChunked,
            let range = head.firstRange(of: chunked)
        {
            let length = "\r\nContent-Length: (known when the input has been read)\r\n"
            head.replaceSubrange(range, with: length.utf8)
        }
        return head
    }

    private func head(of request: UploadRequest, _ job: Request) throws(Failure) -> ByteString {
        try job.route.refusing { () throws(UploadFault) in
            try request.head(options: job.options)
        }
    }

    private func writeCurl(_ job: Request, _ operation: Operation) throws(Failure) {
        let line = CurlLine(job, uses(of: job, operation), secrets)
        for option in line.missing {
            console.warn("--curl leaves out \(option): curl has nothing like it")
        }
        for text in line.differences { console.warn("--curl: \(text)") }
        for file in line.cutFiles {
            console.warn(
                "--curl \(file.option): curl before 8.7.0 sends less of \(Messages.path(file.path)): it drops "
                    + "the rest of a line after a CR or NUL")
        }
        try write(Array(line.text.utf8))
    }

    private func write(_ body: EncodedBody?) throws(Failure) {
        guard let body else { return }
        try failing { () throws(BodyFault) in try body.write(to: console.output, label: "-") }
        inputs.reportGrowth()
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        try failing { () throws(WriteError) in try bytes.write(to: console.output, path: "-") }
    }
}

extension OperationLine {
    /// Warnings about what a dry run does not show.
    fileprivate func unshown(_ run: RunSettings, url: ByteString?) -> [String] {
        var warnings: [String] = []
        if run.journal.cancelsUploads {
            warnings.append(
                "\(run.name(of: "resume-cancel")) sends a different request from the one shown")
        }
        var files: [CURLSetting.Option] = []
        if settings.request.usesNetrc { files.append(.netrc) }
        if settings.request.cookies.contains(where: { $0.cookieFile != nil }) {
            files.append(.cookieFile)
        }
        warnings += files.map {
            let name = Messages.name(of: .option($0), on: self)
            return "--dry-run does not show what \(name) reads from its file"
        }
        let ways = settings.passed.lazy.compactMap(\.setting.authentication).first
        if settings.passed.last(.userPassword) != nil, ways?.needsChallenge == true {
            warnings.append(
                "--dry-run does not know the server's challenge, and shows no Authorization")
        }
        // SOCKS proxies do not see the request.
        if let proxy = settings.passed.text(.proxy), !proxy.isEmpty,
            !proxy.starts(with: "socks".utf8)
        {
            warnings.append(
                "--dry-run shows the request as it goes to the server, not to the proxy")
        }
        // With https the handshake asks for it.
        let version = settings.passed.last(.httpVersion)
        if version?.name.contains("http2") == true,
            WrittenURL(url ?? "").scheme != "https"
        {
            warnings.append(
                "--dry-run shows the request in HTTP/1.1, without the headers that ask for HTTP/2")
        }
        return warnings
    }
}
