import FormEncoding

/// Builds the body that is no form: `-d` and its relatives, `--json`, `-T`.
struct DataBuilder {
    private let data: Settings.Data
    private let irregularFiles: IrregularFiles
    private let standardInput: Int32
    private let limit: TimeLimit?
    private let observer: InputObserver
    /// The length that a pipe of `-T` is to have.
    private let announced: Int64?
    private let growth: GrowthObserver?
    /// Whether standard input was read, and had nothing in it.
    private(set) var readNothing = false

    /// With `announced` a pipe of `-T` is sent with this length, and fails if it has another one.
    init(
        _ settings: Settings, _ preview: RunSettings.Preview, standardInput: Int32,
        announced: Int64?, until limit: TimeLimit?,
        observer: @escaping InputObserver, growth: GrowthObserver?
    ) {
        data = settings.data
        // libcurl does not read a body of no bytes, so that nobody would notice a pipe that has some.
        self.announced = settings.isChunked || announced == 0 ? nil : announced
        self.standardInput = standardInput
        self.limit = limit
        self.observer = observer
        self.growth = growth
        // curl streams a pipe with -T, and reads it first with -d. A dry run reads no pipe. A resumable upload
        // sends a part of it again.
        let isStreamed =
            data.file != nil && settings.resuming.byProtocol == nil || settings.isChunked
            || settings.readsNoPipes(preview)
        irregularFiles =
            isStreamed
            ? .stream : .spool(SpoolOptions(maximumSize: settings.form.maximumSpool))
    }

    /// Returns the body; `nil` if the options ask for none.
    mutating func body() throws(Failure) -> EncodedBody? {
        if let file = data.file {
            var content = try content(of: file)
            if let announced, case .source(.stream(var stream)) = content {
                stream.length = announced
                content = .stream(stream)
            }
            return try encoded([EncodedBody.Piece(content)], nil)
        }
        guard !data.isQuery, !data.pieces.isEmpty else { return nil }
        // The content type of JSON is one of the headers, since it comes with `Accept`.
        return try encoded(try pieces(), data.isURLEncoded ? .urlEncodedForm : nil)
    }

    /// Returns the query that `-G` adds to the URL; empty if there is none.
    mutating func query() throws(Failure) -> [UInt8] {
        guard data.isQuery, !data.pieces.isEmpty else { return [] }
        let body = try encoded(try pieces(), nil)
        guard let length = body.contentLength, length <= SmallFile.limit else {
            throw .usage(Messages.queryTooLong)
        }
        let query = Array(try failing { () throws(BodyError) in try body.data() })
        guard query.allSatisfy({ $0 > 0x20 }) else {
            throw Failure(ExitStatus.malformedURL, Messages.blankInQuery)
        }
        return query
    }

    /// All uses in order, joined by `&`, but for JSON.
    private mutating func pieces() throws(Failure) -> [EncodedBody.Piece] {
        var pieces: [EncodedBody.Piece] = []
        for (index, argument) in data.pieces.enumerated() {
            var text = index > 0 && argument.kind != .json ? [UInt8(ascii: "&")] : []
            switch argument.content {
            case .bytes(let bytes):
                pieces.append(EncodedBody.Piece(.bytes(ByteString(bytes: text + bytes))))
            case .file(let prefix, let file, let encoding):
                text += prefix
                if !text.isEmpty { pieces.append(.init(.bytes(ByteString(bytes: text)))) }
                pieces.append(.init(try content(of: file), encoding: encoding))
            }
        }
        return pieces
    }

    private mutating func content(of file: InputFile) throws(Failure) -> PartContent {
        do throws(BodyError) {
            if file.isStandardInput {
                let content = try PartContent.descriptor(
                    standardInput, label: "-", irregularFiles: irregularFiles, until: limit,
                    onRead: observer)
                if case .source(.bytes("")) = content { readNothing = true }
                return content
            }
            try file.path.checkReadable()
            return .file(file.path)
        } catch .cannotRead(_, let number) {
            let failure = UsageError.unreadableFile(file, errno: number).failure
            let hint = data.files.contains(file) ? Messages.patternHint(file.path) : hint(file)
            let remedy = hint.isEmpty ? Messages.fileRemedy(file.path, number) : hint
            throw failure.adding(remedy)
        } catch {
            throw error.failure
        }
    }

    /// A hint for `anna@example.com`, where the text after the `@` names a file.
    private func hint(_ file: InputFile) -> String {
        let isNamed = data.pieces.contains { $0.kind == .urlEncoded && $0.file == file }
        return isNamed ? Messages.textForURLEncoding : ""
    }

    private func encoded(
        _ pieces: [EncodedBody.Piece], _ type: MediaType?
    ) throws(Failure) -> EncodedBody {
        do throws(FormError) {
            return try EncodedBody(
                pieces: pieces, contentType: type, irregularFiles: irregularFiles, until: limit,
                onRead: observer, onGrowth: growth)
        } catch {
            throw FormFailure.encoding(error).failure
        }
    }
}

extension Settings.Data {
    /// Whether the data consists of names and values, as far as is known.
    var isURLEncoded: Bool { file == nil && !isJSON }

    /// The options whose text is the name of an existing file.
    var forgottenMarks: [DataArgument] {
        pieces.filter { piece in
            let isText = piece.kind != .raw && piece.kind != .urlEncoded && piece.file == nil
            return isText && piece.value.looksLikeFile
        }
    }

    var readsStandardInput: Bool {
        ([file] + pieces.map(\.file)).contains { $0?.isStandardInput ?? false }
    }

    var isJSON: Bool { pieces.contains { $0.kind == .json } }
}

extension EncodedBody {
    /// How many bytes of files `-d` leaves out.
    var leftOut: Int64 { sections.reduce(0) { $0 + $1.bytesLeftOut } }
}
