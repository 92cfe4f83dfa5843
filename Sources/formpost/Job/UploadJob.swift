import FormEncoding
import FormUpload

/// Why nothing is sent: what was found wrong before connecting, ready to be said.
struct Refusal: Error {
    let failure: Messages.Failure

    init(_ status: Int32, _ text: String) { failure = (status, text) }
}

/// What the settings come to: a request and how it is sent, with every input checked.
struct UploadJob {
    let settings: Settings
    let form: MultipartForm
    let request: UploadRequest
    let options: UploadOptions
    let writeOut: WriteOut?

    /// Reads what must be read before anything is sent: `-F` files are measured, pipes spooled.
    init(
        _ settings: Settings, _ environment: [String: String], writeOut: WriteOut?,
        _ reporter: Reporter
    ) throws(Refusal) {
        self.settings = settings
        var input = settings.output.writeOut == "@-" ? -1 : reporter.console.input
        guard !settings.form.fields.isEmpty else {
            throw Refusal(ExitStatus.usage, Messages.nothingToUpload)
        }
        self.writeOut = writeOut
        if settings.output.isDryRun { try settings.checkNoInput() }
        var headers: [HeaderField]
        do throws(UsageError) {
            let arguments = settings.request.headers
            headers = try HeaderArgument.resolved(
                arguments, standardInput: input, until: settings.limits.timeLimit
            ).compactMap(\.field)
            if arguments.contains(.file(path: "-")) { input = -1 }
        } catch {
            throw Refusal(error.exitStatus, Messages.text(error))
        }
        var options = try settings.uploadOptions(environment)
        if writeOut?.asksForCertificates == true {
            options.curlSettings.append(CURLSetting(.certificateInfo, .number(1)))
        }
        self.options = options
        try Self.checkCookieJar(options)
        try settings.checkInputs(reporter)
        let limit = options.limits.timeLimit
        let url = try settings.urlWithQuery(standardInput: input, until: limit)
        do throws(FormFailure) {
            let meter = InputMeter(reporter.output, console: reporter.console)
            var built = try Self.build(settings, reporter, meter, until: limit)
            built.form.takeMediaType(from: &headers)
            form = built.form
            var request = UploadRequest(
                url: url, method: settings.request.method, headers: headers,
                body: try meter.watching { () throws(FormFailure) in try built.encoded() })
            request.referer = settings.request.refererText
            self.request = request
        } catch {
            let names = SecretField.all(settings.output.secretFields)
            throw Refusal(error.exitStatus, Messages.text(error.masking(names)))
        }
        do throws(UploadError) {
            try request.check(options)
        } catch {
            throw Refusal(Messages.refusal(error, url: url))
        }
        try settings.checkHooks(request, options, writeOut)
        try TLSFileCheck.check(url, options)
    }

    private static func checkCookieJar(_ options: UploadOptions) throws(Refusal) {
        for setting in options.curlSettings where setting.option == .cookieJar {
            guard case .string(let path?) = setting.value else { continue }
            do throws(WriteError) {
                try CookieJar.check(path)
            } catch {
                throw Refusal(ExitStatus.cannotWrite, Messages.text(error))
            }
        }
    }

    private static func build(
        _ settings: Settings, _ reporter: Reporter, _ meter: InputMeter, until limit: TimeLimit?
    ) throws(FormFailure) -> BuiltForm {
        var builder = FormBuilder(settings)
        builder.limit = limit
        builder.standardInput = reporter.console.input
        // A dry run takes nothing from standard input: it stays what it is, of unknown length.
        if settings.output.isDryRun { builder.isChunked = true }
        builder.observer = meter.observer
        let built = try meter.watching { () throws(FormFailure) in try builder.build() }
        let names = SecretField.all(settings.output.secretFields)
        for warning in built.warnings { reporter.warn(Messages.warning(warning.masking(names))) }
        return built
    }
}

extension MultipartForm {
    /// A `Content-Type` among the headers becomes the form's, since it needs the boundary.
    fileprivate mutating func takeMediaType(from headers: inout [HeaderField]) {
        guard let field = headers.first(where: { $0.isNamed("Content-Type") }),
            case .text(let text) = field.value, let type = try? MediaType(verbatim: text)
        else { return }
        mediaType = type
        headers.removeAll { $0.isNamed("Content-Type") }
    }
}

extension HeaderArgument {
    /// The field for the transport; `nil` for a file, which is none yet.
    fileprivate var field: HeaderField? {
        switch self {
        case .add(let name, let blanks, let value):
            HeaderField(name: name, blanks: blanks, text: value)
        case .addEmpty(let name): HeaderField(name: name, value: .empty)
        case .remove(let name): HeaderField(name: name, value: .removed)
        case .file: nil
        }
    }
}

extension Settings {
    /// Throws where a file of logins is missing, and warns of a missing file of cookies: libcurl says
    /// nothing, and sends none.
    fileprivate func checkInputs(_ reporter: Reporter) throws(Refusal) {
        if let path = request.netrcFile, request.netrc != .optional, let number = unreadable(path) {
            throw Refusal(
                ExitStatus.cannotRead, Messages.cannotRead(path, for: "--netrc-file", number))
        }
        for path in request.cookies where !path.bytes.contains(UInt8(ascii: "=")) {
            // A jar that is to be written at the end need not be there at the start.
            let isJar = passed.contains { $0.setting == CURLSetting(.cookieJar, .string(path)) }
            guard !path.bytes.isEmpty, path != "-", !isJar, let number = unreadable(path) else {
                continue
            }
            reporter.warn(Messages.noCookies(path, number))
        }
    }

    private func unreadable(_ path: ByteString) -> Int32? {
        do throws(BodyError) {
            try FileCheck.check(path)
            return nil
        } catch {
            guard case .cannotRead(_, let number) = error else { return nil }
            return number
        }
    }

    /// Throws where the head of the request could only be shown by reading standard input.
    fileprivate func checkNoInput() throws(Refusal) {
        if request.headers.contains(.file(path: "-")) {
            throw Refusal(ExitStatus.usage, Messages.dryRunWithoutInput("-H @-"))
        }
        for data in request.query {
            guard case .file(_, path: "-") = URLEncodedData(data) else { continue }
            throw Refusal(ExitStatus.usage, Messages.dryRunWithoutInput("--url-query"))
        }
    }
}

extension Settings.Output {
    /// `-w`, read from its file if it stands in one.
    func writeOutFormat(
        standardInput: Int32, until limit: TimeLimit?
    ) throws(Refusal) -> WriteOut? {
        // A dry run has nothing to print at its end, and takes nothing from standard input for it.
        guard let text = writeOut, !isDryRun || text != "@-" else { return nil }
        guard text.bytes.first == UInt8(ascii: "@") else { return WriteOut(text) }
        let path = ByteString(bytes: text.bytes.dropFirst())
        let content = try SmallFile.read(
            path, standardInput: standardInput, for: "-w", until: limit)
        // As in curl: lines are for the eye, and `\n` is a line end.
        return WriteOut(ByteString(bytes: content.filter { $0 != 0x0A && $0 != 0x0D }))
    }

    /// Nothing is sent: `--dry-run` or `--dump-body`.
    var isPreview: Bool { isDryRun || bodyFile != nil }

    /// One file cannot take both: the response would replace its heads.
    func checkFiles() throws(Refusal) {
        guard let headFile, headFile == path, !OutputFile.isDevice(headFile) else { return }
        throw Refusal(ExitStatus.usage, Messages.sameFile(headFile))
    }
}

extension SmallFile {
    /// A file that an option names, `-` for standard input.
    static func read(
        _ path: ByteString, standardInput: Int32, for option: String, until limit: TimeLimit?
    ) throws(Refusal) -> [UInt8] {
        guard path != "-" || standardInput >= 0 else {
            let use = OptionUse(option: option, argument: "@-")
            throw Refusal(ExitStatus.usage, Messages.text(use.bad(.standardInputTwice)))
        }
        do throws(InputError) {
            return try path == "-"
                ? read(descriptor: standardInput, until: limit) : read(path, until: limit)
        } catch {
            switch error {
            case .system(let number):
                throw Refusal(
                    ExitStatus.cannotRead, Messages.cannotRead(path, for: option, number))
            case .timedOut(let timeout):
                throw Refusal(ExitStatus.timedOut, Messages.text(timeout))
            }
        }
    }
}
