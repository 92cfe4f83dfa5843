import FormEncoding
import FormUpload
import Foundation

/// The body that the settings ask for, and what of the rest of the request depends on it.
///
/// It is checked, measured and read when it is made. A first look leaves pipes, which `read` reads later.
struct BodyBuilder: Sendable {
    private(set) var content: BodyContent
    /// `nil`: the request has none.
    private(set) var encoded: EncodedBody?
    /// The data that `-G` adds to the URL.
    private(set) var query: [UInt8] = []
    /// The metadata of the file (`--tus`).
    private var metadata: [(name: ByteString, value: ByteString)] = []
    private(set) var form: FormBuilder

    /// Whether a file cannot be read whose interrupted upload is to be deleted (`--resume-cancel`).
    private(set) var isGone = false
    /// Whether no pipe is left to be read.
    private(set) var isComplete = false

    private let settings: Settings
    private let line: OperationLine
    private var inputs: Inputs
    /// The boundary of the form; `nil`: random.
    private var boundary: Boundary?
    /// The `Content-Type` of the user; that of a form without a boundary.
    private var mediaType: MediaType?
    private var hasTypeHeader = false
    /// The length that a pipe of `-T` is to have. A pipe of another length fails.
    private var announced: Int64?

    /// `form` is the form of the settings, if it is parsed already. A form takes its Content-Type out of `headers`;
    /// `--json` adds its own.
    init(
        _ settings: Settings, _ line: OperationLine, _ form: FormBuilder? = nil,
        headers: inout [HeaderField], _ inputs: Inputs
    ) throws(Failure) {
        (self.settings, self.line, self.inputs) = (settings, line, inputs)
        self.form = form ?? FormBuilder(settings.form, line.standardInput)
        content = settings.data.content
        boundary = settings.form.boundary
        if isForm {
            try takeContentType(from: &headers)
        } else {
            try lookAtData(&headers)
        }
        try read(inputs)
    }

    /// curl streams a pipe with -T, and reads it first with -d. A dry run reads no pipe. A resumable upload
    /// sends a part of it again.
    private var irregularFiles: IrregularFiles {
        let isStreamed =
            settings.data.file != nil && settings.resumption == nil || settings.isChunked
            || inputs.readsNothing || line.readsNoPipes(inputs.settings.preview)
        let way: IrregularFiles =
            isStreamed ? .stream : .spool(maximumSize: settings.form.maximumSpool)
        if inputs.readsNothing { return way }
        return .known(inputs.irregularFiles, others: way)
    }

    /// Remembers an input that is not a regular file. The file of `--each` is known from its list.
    private func addIrregularFiles(_ paths: some Sequence<ByteString>) {
        guard inputs.readsNothing else { return }
        let listed = settings.each.file?.asFile
        inputs.addIrregularFiles(paths.filter { $0 != listed })
    }

    private var isForm: Bool { !settings.form.fields.isEmpty }
    private var data: Settings.Data { settings.data }

    private mutating func lookAtData(_ headers: inout [HeaderField]) throws(Failure) {
        if settings.isTus, data.file == nil {
            throw notOneFile
        }
        // libcurl does not read a body of no bytes, so that nobody would notice a pipe that has some.
        let length = headers.first { $0.isNamed("Content-Length") }?.text
            .flatMap { $0.allSatisfy(\.isDigit) ? Int64($0.description) : nil }
        announced = settings.isChunked || length == 0 ? nil : length
        let type = headers.first { $0.isNamed("Content-Type") }
        hasTypeHeader = type != nil
        if case .text(let text)? = type?.value { mediaType = try? MediaType(verbatim: text) }
        headers += data.headers(besides: headers)
    }

    /// Reads the inputs of the body, and measures what is not measured yet. With `--resume-cancel` an empty body stands
    /// for one with a file that cannot be read.
    mutating func read(_ inputs: Inputs) throws(Failure) {
        self.inputs = inputs
        (isComplete, metadata) = (true, [])
        defer { inputs.endReading() }
        do throws(Failure) { if !isGone { try readInputs() } } catch {
            guard inputs.settings.journal.cancelsUploads, error.status == ExitStatus.cannotRead
            else { throw error }
            (encoded, isGone) = (EncodedBody(bytes: ""), true)
            for warning in form.warnings { inputs.console.warn(warning) }
        }
        if let encoded, encoded.contentLength == nil || !encoded.isReplayable { isComplete = false }
        // Checked after the files are measured: what was hashed is what is sent.
        for file in line.variables.hashed { try file.check() }
    }

    /// How its upload goes on after an interruption; `nil`: not at all.
    var resumption: Resumption? {
        guard let chosen = settings.resumption, encoded != nil else { return nil }
        var resumption = Resumption(chosen)
        let size = settings.appendSize
        resumption.appendSize = size > 0 ? size : nil
        guard settings.isTus else { return resumption }
        resumption.metadata = metadata
        if size > 0 {
            resumption.sha1 = { (body) throws(BodyFault) in try Digest.sha1.of(body) }
        }
        return resumption
    }

    /// The path of the body's only file, if it is not standard input.
    var onlyPath: ByteString? { paths.count == 1 ? paths.first { $0 != "-" } : nil }

    /// The size of the file at a path that is a part of the form; `nil` if it is not known.
    func sizeOfPart(at path: ByteString) -> Int64? {
        zip(form.items, form.parts).first { $0.0.path == path.asFile }.flatMap {
            try? EncodedBody([$0.1.content], irregularFiles: .stream).contentLength
        }
    }

    var hasFile: Bool {
        guard encoded != nil else { return false }
        let parts = form.parts
        return parts.isEmpty ? !paths.isEmpty : parts.contains { $0.filenameBytes != nil }
    }

    var paths: [ByteString] {
        ([data.file] + data.pieces.map(\.file)).compactMap { $0?.path }
            + form.items.compactMap(\.path)
    }

    private mutating func readInputs() throws(Failure) {
        guard !isForm else { return try readForm() }
        encoded = try dataBody()
        if settings.isTus, let file = data.file {
            let name = file.isStandardInput ? nil : file.path.lastPathComponent
            addFile(name, type: mediaType?.value)
        }
        query = try dataQuery()
        let leftOut = encoded?.sections.reduce(0) { $0 + $1.bytesLeftOut } ?? 0
        if leftOut > 1 {
            inputs.console.warn(
                "\(leftOut) line ends and NUL bytes of files are left out; --data-binary keeps them"
            )
        }
        if !data.isQuery, !hasTypeHeader, let (file, type) = data.fileOfOtherType {
            inputs.console.warn(
                "\(file.option) sends \(Messages.path(file.path)) as application/x-www-form-urlencoded: add "
                    + "-H 'Content-Type: \(type)', or write -F name=@\(Messages.shown(file.path))")
        }
        for piece in data.forgottenMarks {
            let (option, text) = (piece.use.option, piece.use.value)
            inputs.console.warn(
                "\(option) sends the text \(Messages.quoted(text)); \(option) @\(Messages.shown(text)) would send "
                    + "the file")
        }
        for piece in data.forgottenForms {
            inputs.console.warn(
                "\(piece.use.option) sends the text \(Messages.quoted(piece.use.value)); -F sends the file as a "
                    + "field of a form")
        }
        // Placeholders for captured values may make the text invalid JSON.
        if case .json(let text) = content, data.isJSON, !hasTypeHeader,
            !line.lacksCaptures, data.forgottenMarks.isEmpty, !text.isEmpty,
            (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) == nil
        {
            inputs.console.warn(
                "\(line.name(of: "json")): the body is not JSON: names and texts need double quotes, as in "
                    + #"'{"a":"b"}'"#)
        }
        if encoded != nil, let type = mediaType, type.isKind(of: .formData),
            let fault = data.fault(ofForm: type, line.name(of: "header"))
        {
            inputs.console.warn(fault)
        }
    }

    private func encoded(
        _ contents: [PartContent], _ type: MediaType? = nil
    ) throws(Failure) -> EncodedBody {
        try failing { () throws(BodyFault) in
            try EncodedBody(
                contents, contentType: type, irregularFiles: irregularFiles, until: inputs.limit,
                onRead: inputs.observer, onGrowth: inputs.growthObserver(settings))
        }
    }

    private func standardInput() throws(BodyFault) -> PartContent {
        try .descriptor(
            STDIN_FILENO, label: "-", irregularFiles: irregularFiles, until: inputs.limit,
            onRead: inputs.observer)
    }
}

// A form.
extension BodyBuilder {
    /// Takes the `Content-Type` out of `headers`, since the form sends its own, with the boundary in it.
    ///
    /// Throws (exit 2) for two types, of which one would be lost, and for a boundary that is not
    /// valid, or not that of `--boundary`: with two of them, each server would choose one.
    private mutating func takeContentType(from headers: inout [HeaderField]) throws(Failure) {
        let option = line.name(of: "header")
        let fields = headers.filter { $0.isNamed("Content-Type") }
        let types = fields.compactMap(\.text)
        if let first = types.first, let second = types.first(where: { $0 != first }) {
            let names = "\(Messages.quoted(first)), \(Messages.quoted(second))"
            throw .usage("two types of \(option) 'Content-Type': \(names): leave one out")
        }
        // A header without a value is left.
        guard let text = fields.first?.text, let type = try? MediaType(verbatim: text) else {
            if !fields.isEmpty {
                inputs.console.warn(
                    "\(option) 'Content-Type': the form's boundary is not sent, without which servers cannot "
                        + "read it: leave the option out")
            }
            return
        }
        headers.removeAll { $0.isNamed("Content-Type") }
        mediaType = type.withoutBoundaries
        for value in type.boundaries {
            guard let own = try? Boundary(value) else {
                // The boundary is no secret, although a header's value may be one.
                throw .usage("\(option): \(Messages.notBoundary(value))")
            }
            if let boundary, boundary != own {
                let names = settings.form.boundary == nil ? option : line.name(of: "boundary")
                throw .usage(
                    "two boundaries: \(Messages.quoted(boundary.value)) of \(names), "
                        + "\(Messages.quoted(own.value)) of \(option) 'Content-Type': leave one out"
                )
            }
            boundary = own
        }
        if let mediaType, !mediaType.isKind(of: .formData) {
            inputs.console.warn(
                "\(option): the form is sent as \(Messages.quoted(mediaType.value)): servers expect "
                    + "multipart/form-data")
        }
    }

    private mutating func readForm() throws(Failure) {
        if form.parts.isEmpty {
            try form.measure(until: inputs.limit, readsAgain: inputs.readsAgain)
            addIrregularFiles(form.irregularFiles)
        }
        for warning in form.warnings { inputs.console.warn(warning) }
        var form = form
        var parts = try form.form(boundary) { () throws(Failure) in
            try failing { () throws(BodyFault) in try standardInput() }
        }
        // Those about standard input, too: the console prints each warning once.
        for warning in form.warnings { inputs.console.warn(warning) }
        parts.mediaType = mediaType
        if settings.isTus { return try readFile(of: parts) }
        content = .form(parts)
        encoded = try encoded([.form(parts)])
    }
}

// The one file that `--tus` uploads, and the metadata of its upload.
extension BodyBuilder {
    /// The longest text of a field, in bytes: all metadata are one header field.
    private static let longestText = 16 << 10

    private var notOneFile: Failure {
        .usage(
            "\(line.name(of: "tus")) uploads one file, as it is: -T FILE, or one -F name=@FILE, with texts for "
                + "its metadata")
    }

    /// Makes the file of a form the body; the texts beside it are metadata.
    private mutating func readFile(of form: MultipartForm) throws(Failure) {
        let option = line.name(of: "tus")
        let files = form.parts.filter { $0.filenameBytes != nil }
        guard let file = files.first, files.count == 1, file.transferEncoding == nil else {
            throw notOneFile
        }
        content = .file
        encoded = try encoded([file.content])
        for part in form.parts where part.filenameBytes == nil {
            if case .form = part.content { throw notOneFile }
            guard let name = part.nameBytes, !name.isEmpty,
                name.bytes.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") }),
                !hasMetadata(name)
            else {
                throw .usage(
                    "\(option): \(Messages.quoted(part.nameBytes ?? "")) cannot name metadata: a name is ASCII "
                        + "without blanks and commas, and there once")
            }
            let text = try encoded([part.content])
            let bytes = try bytes(
                of: text, upTo: Self.longestText,
                "\(option): the text of \(Messages.quoted(name)) is longer than metadata may be "
                    + "(\(Self.longestText) bytes)")
            if let bytes { metadata.append((name, ByteString(bytes: bytes))) }
        }
        addFile(file.filenameBytes, type: file.contentType?.value)
    }

    /// Adds the file's name and type, as the common clients of tus name them, where no text has that name. Without a
    /// type tuspyserver does not say how much it has.
    private mutating func addFile(_ filename: ByteString?, type: ByteString?) {
        if let filename, !hasMetadata("filename") { metadata.append(("filename", filename)) }
        let guess = filename.flatMap { MediaType.forFileExtension(of: $0) } ?? .octetStream
        if !hasMetadata("filetype") { metadata.append(("filetype", type ?? guess.value)) }
    }

    private func hasMetadata(_ name: ByteString) -> Bool { metadata.contains { $0.name == name } }
}

// The body that is no form: `-d` and its relatives, `--json`, `-T`.
extension BodyBuilder {
    private func dataBody() throws(Failure) -> EncodedBody? {
        if let file = data.file {
            var content = try content(of: file)
            if let announced, case .source(.stream(var stream)) = content {
                stream.length = announced
                content = .stream(stream)
            }
            return try encoded([content])
        }
        guard !data.isQuery, !data.pieces.isEmpty else { return nil }
        // The content type of JSON is one of the headers, since it comes with `Accept`.
        return try encoded(try pieces(), data.isJSON ? nil : .urlEncodedForm)
    }

    private mutating func dataQuery() throws(Failure) -> [UInt8] {
        guard data.isQuery, !data.pieces.isEmpty else { return [] }
        let body = try encoded(try pieces())
        let query =
            try bytes(
                of: body, upTo: SmallFile.limit,
                "the data for the URL is longer than 1 MiB: leave out -G") ?? []
        guard query.allSatisfy({ $0 > 0x20 }) else {
            throw Failure(
                ExitStatus.malformedURL,
                "the data for the URL has a blank or a line end in it: --data-urlencode encodes it")
        }
        return query
    }

    /// The bytes of a short body; `nil`: the first look leaves a pipe in it for later.
    private mutating func bytes(
        of body: EncodedBody, upTo most: Int,
        _ tooLong: @autoclosure @escaping @Sendable () -> String
    ) throws(Failure) -> [UInt8]? {
        if inputs.readsNothing, body.contentLength == nil {
            isComplete = false
            return nil
        }
        guard let length = body.contentLength, length <= most else { throw .usage(tooLong()) }
        var bytes: [UInt8] = []
        try failing { () throws(BodyFault) in try body.forEachChunk { bytes += $0 } }
        return bytes
    }

    /// All uses in order, joined by `&`, but for JSON.
    private func pieces() throws(Failure) -> [PartContent] {
        var pieces: [PartContent] = []
        for (index, argument) in data.pieces.enumerated() {
            var text = index > 0 && argument.kind != .json ? [UInt8(ascii: "&")] : []
            switch argument.content {
            case .bytes(let bytes): pieces.append(.bytes(ByteString(bytes: text + bytes)))
            case .file(let prefix, let file, let encoding):
                text += prefix
                if !text.isEmpty { pieces.append(.bytes(ByteString(bytes: text))) }
                let content = try content(of: file)
                pieces.append(encoding.map { .rewritten(content, $0) } ?? content)
            }
        }
        return pieces
    }

    private func content(of file: InputFile) throws(Failure) -> PartContent {
        do throws(BodyFault) {
            if file.isStandardInput {
                let content = try standardInput()
                if case .source(.bytes("")) = content {
                    inputs.console.warn(Messages.standardInputEmpty)
                }
                return content
            }
            if try file.path.checkReadable().kind != .regular { addIrregularFiles([file.path]) }
            return .file(file.path)
        } catch .cannotRead(_, let number) {
            let failure = file.unreadable(number)
            let isDirectory = number == EISDIR
            if data.files.contains(file),
                isDirectory || file.path.contains(where: "*?{[".utf8.contains)
            {
                let inside = file.path.literalPattern.appending(component: "*")
                let each = Messages.quoted("@" + (isDirectory ? inside : file.path))
                throw failure.adding(
                    "; -T takes no \(isDirectory ? "directory" : "patterns"): --each \(each) sends each file"
                )
            }
            // For `anna@example.com`, where the text after the `@` names a file.
            if data.pieces.contains(where: { $0.kind == .urlEncoded && $0.file == file }) {
                throw failure.adding(" (for text with an '@' write name=text or =text)")
            }
            throw failure.adding(Messages.fileRemedy(file.path, number))
        } catch {
            throw error.failure
        }
    }
}

extension HeaderField {
    fileprivate var text: ByteString? { if case .text(let text) = value { text } else { nil } }
}

/// The kinds of bodies, as far as secrets in them can be found.
enum BodyContent {
    case form(MultipartForm)
    /// `name=value` pairs, joined by `&`.
    case pairs
    /// JSON that is known before it is sent.
    case json([UInt8])
    /// A file of `-T`, apart from standard input.
    case file
    case other

    var noun: String {
        switch self {
        case .form: "the form"
        case .file: "the file"
        case .pairs, .json, .other: "the data"
        }
    }
}
