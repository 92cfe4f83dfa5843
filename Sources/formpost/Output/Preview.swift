import FormEncoding
import FormUpload

/// What would be sent, without sending it: `--dry-run` and `--dump-body`.
struct Preview {
    let job: UploadJob
    let reporter: Reporter

    private var output: Settings.Output { reporter.output }
    private var console: Console { reporter.console }

    /// Writes what is asked for; returns the exit status.
    func show() throws(Refusal) -> Int32 {
        // A request that could not be sent is not shown either.
        let head = try requestHead()
        if let path = output.bodyFile { try dumpBody(path) }
        if output.isDryRun {
            if let source = job.settings.unreadSource {
                reporter.warn(Messages.dryRunLacks(source))
            }
            if Console.isTerminal(console.output) {
                var mask = SecretMask(output.secretFields)
                let shown = output.showsSecrets ? head : mask.masking(headSent: head)
                try write(shown + Array((PartTable(job.form).text + "\n").utf8))
            } else {
                try writeRequest(head)
            }
        }
        return ExitStatus.success
    }

    private func requestHead() throws(Refusal) -> [UInt8] {
        do throws(UploadError) {
            return try job.request.head(options: job.options)
        } catch {
            throw Refusal(Messages.failure(error, url: job.request.url))
        }
    }

    /// The exact bytes, for a pipe.
    private func writeRequest(_ head: [UInt8]) throws(Refusal) {
        guard let body = job.request.body, body.contentLength != nil else {
            throw Refusal(ExitStatus.usage, Messages.dryRunWithoutLength)
        }
        try write(head)
        try write(body, to: console.output, label: "-")
    }

    private func dumpBody(_ path: ByteString) throws(Refusal) {
        guard let body = job.request.body else { return }
        if path == "-" { return try write(body, to: console.output, label: path) }
        do throws(FormEncodingError) {
            try body.write(toPath: path)
        } catch {
            throw Refusal(error.exitStatus, Messages.text(error))
        }
    }

    private func write(
        _ body: EncodedBody, to descriptor: Int32, label: ByteString
    ) throws(Refusal) {
        do throws(FormEncodingError) {
            try body.write(to: descriptor, label: label)
        } catch {
            throw Refusal(error.exitStatus, Messages.text(error))
        }
    }

    private func write(_ bytes: [UInt8]) throws(Refusal) {
        do throws(WriteError) {
            try bytes.write(to: console.output)
        } catch {
            throw Refusal(ExitStatus.cannotWrite, Messages.text(error))
        }
    }
}

extension Settings {
    /// The option whose file libcurl alone reads, when it has a host to read it for.
    fileprivate var unreadSource: String? {
        if request.netrc != .ignored || request.netrcFile != nil { return "--netrc" }
        let isFile: (ByteString) -> Bool = { !$0.bytes.contains(UInt8(ascii: "=")) }
        return request.cookies.contains(where: isFile) ? "--cookie" : nil
    }
}

extension Refusal {
    init(_ failure: Messages.Failure) { self.init(failure.status, failure.text) }
}
