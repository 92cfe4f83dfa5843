import FormEncoding
import FormUpload

/// The body that the settings ask for, and what of the rest of the request depends on it.
struct RequestBody {
    let content: BodyContent
    /// `nil`: the request has none.
    let encoded: EncodedBody?
    /// The data that `-G` adds to the URL.
    private(set) var query: [UInt8] = []
    /// The metadata of the file (`--tus`).
    private(set) var metadata: [(name: ByteString, value: ByteString)] = []

    /// Measures files and spools pipes. A form takes its Content-Type out of `headers`; `--json` adds
    /// its own.
    init(
        _ settings: Settings, _ run: Run, headers: inout [HeaderField], until limit: TimeLimit?
    ) throws(Failure) {
        let reporter = run.reporter
        guard settings.form.fields.isEmpty else {
            let built = try Self.form(settings, &headers, run, until: limit)
            if settings.isTus {
                let file = try run.progress.watchingInputs { () throws(Failure) in
                    try TusFile(built, option: settings.name(of: "tus"))
                }
                (content, encoded, metadata) = (.file, file.body, file.metadata)
            } else {
                content = .form(built.form)
                encoded = try run.progress.watchingInputs { () throws(Failure) in
                    do throws(FormFailure) { return try built.encoded() } catch {
                        throw error.masking(run.settings.secrets.names).failure
                    }
                }
            }
            return
        }
        if settings.isTus, settings.data.file == nil {
            throw .usage(Messages.notOneFile(settings.name(of: "tus")))
        }
        content = settings.data.content
        var builder = DataBuilder(
            settings, run.settings.preview, standardInput: run.console.input,
            announced: headers.announcedLength,
            until: limit, observer: run.progress.observer, growth: run.growthObserver(settings))
        encoded = try run.progress.watchingInputs { () throws(Failure) in try builder.body() }
        if settings.isTus, let encoded, let file = settings.data.file {
            var type: ByteString?
            if case .text(let text)? = headers.first(where: { $0.isNamed("Content-Type") })?.value {
                type = text
            }
            let path = file.isStandardInput ? nil : file.path
            metadata = TusFile(encoded, path: path, type: type).metadata
        }
        query = try run.progress.watchingInputs { () throws(Failure) in try builder.query() }
        if builder.readNothing { reporter.warn(Messages.standardInputEmpty) }
        if let encoded, encoded.leftOut > 1 { reporter.warn(Messages.leftOut(encoded.leftOut)) }
        for piece in settings.data.forgottenMarks {
            reporter.warn(Messages.textIsFileName(piece.option, piece.value))
        }
        let type = headers.first { $0.isNamed("Content-Type") }
        // Placeholders for captured values may make the text invalid JSON.
        if case .json(let text) = content, settings.data.isJSON, type == nil,
            !settings.variables.hasPlaceholders, settings.data.forgottenMarks.isEmpty,
            !text.isEmpty, !JSON.isValid(text)
        {
            reporter.warn(Messages.notJSON(settings.name(of: "json")))
        }
        if encoded != nil, case .text(let text)? = type?.value,
            let own = try? MediaType(verbatim: text), own.isKind(of: .formData),
            let fault = FormFault(of: settings.data, as: own)
        {
            reporter.warn(Messages.text(fault, settings.name(of: "header")))
        }
        headers += settings.data.headers(besides: headers)
    }

    private static func form(
        _ settings: Settings, _ headers: inout [HeaderField], _ run: Run, until limit: TimeLimit?
    ) throws(Failure) -> BuiltForm {
        let reporter = run.reporter
        let contentType = try FormContentType(takenFrom: &headers, settings)
        if let type = contentType.foreignType {
            reporter.warn(Messages.foreignType(type, settings.name(of: "header")))
        }
        // One without a value is left.
        if headers.contains(where: { $0.isNamed("Content-Type") }) {
            reporter.warn(Messages.boundaryNotSent(settings.name(of: "header")))
        }
        var builder = FormBuilder(settings)
        builder.settings.boundary = contentType.boundary
        builder.limit = limit
        builder.standardInput = reporter.console.input
        // A dry run does not read standard input: its length stays unknown.
        if settings.readsNoPipes(run.settings.preview) { builder.isChunked = true }
        builder.observer = run.progress.observer
        builder.growth = run.growthObserver(settings)
        let names = run.settings.secrets.names
        do throws(FormFailure) {
            var built = try run.progress.watchingInputs { () throws(FormFailure) in
                try builder.build()
            }
            for warning in built.warnings {
                reporter.warn(Messages.warning(warning.masking(names)))
            }
            built.form.mediaType = contentType.mediaType
            return built
        } catch {
            throw error.masking(names).failure
        }
    }
}

extension [HeaderField] {
    /// The number of the first `Content-Length`.
    fileprivate var announcedLength: Int64? {
        guard case .text(let text)? = first(where: { $0.isNamed("Content-Length") })?.value,
            text.allSatisfy(\.isDigit)
        else { return nil }
        return Int64(text.description)
    }
}

extension Settings.Data {
    fileprivate var content: BodyContent {
        if let file { return file.isStandardInput ? .other : .file }
        if let json { return .json(json) }
        return isURLEncoded ? .pairs : .other
    }

    /// The text, if it is JSON and none of it comes from a file.
    private var json: [UInt8]? {
        var text: [UInt8] = []
        for piece in pieces {
            guard case .bytes(let bytes) = piece.content else { return nil }
            text += bytes
        }
        let looksSo = pieces.count == 1 && text.first.map("{[".utf8.contains) ?? false
        return isJSON || looksSo ? text : nil
    }

    /// The headers of `--json` that `-H` has not set.
    fileprivate func headers(besides own: [HeaderField]) -> [HeaderField] {
        guard isJSON else { return [] }
        return ["Content-Type", "Accept"].compactMap { name in
            own.contains { $0.isNamed(name) }
                ? nil
                : HeaderField(name: ByteString(name), value: .text("application/json"))
        }
    }
}
