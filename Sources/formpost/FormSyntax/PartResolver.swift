import FormEncoding

/// The parameters of a part, validated, with the headers that stood in files.
struct PartAttributes: Equatable, Sendable {
    var type: MediaType?
    var filename: ByteString?
    var headers: [PartHeader] = []
    var encoding: ContentTransferEncoding?

    /// A name of an encoder that is none: an error, but a later one than a missing file.
    var unknownEncoder: PartParameters.Located?

    /// The content type, given or guessed.
    ///
    /// A user's `Content-Type` header loses against `type=`, and wins over a guess.
    func contentType(filename: ByteString?, path: ByteString?) -> MediaType? {
        if type != nil || headers.contains(where: \.isContentType) { return type }
        return .byDefault(filename: filename, path: path)
    }
}

extension PartHeader {
    fileprivate var isContentType: Bool {
        let label = "content-type:".utf8
        return line.bytes.count >= label.count
            && zip(line.bytes, label).allSatisfy { lowercased($0) == $1 }
    }
}

/// Validates the parameters of parts, and reads the header files among them.
struct PartResolver {
    let isLax: Bool
    private let limit: TimeLimit?
    private(set) var warnings: [FormProblem] = []

    /// `limit` is for header files that are pipes.
    init(isLax: Bool, until limit: TimeLimit? = nil) {
        self.isLax = isLax
        self.limit = limit
    }

    /// One value for each text, file or group of the argument.
    mutating func attributes(
        of argument: FormArgument
    ) throws(FormProblem) -> [PartAttributes] {
        var list: [PartAttributes] = []
        for parameters in argument.parameters {
            list.append(try attributes(of: parameters, argument.field))
        }
        return list
    }

    private mutating func attributes(
        of parameters: PartParameters, _ field: FormField
    ) throws(FormProblem) -> PartAttributes {
        var attributes = PartAttributes(filename: parameters.filename?.value)
        if let type = parameters.type {
            guard let mediaType = try? MediaType(verbatim: type.value) else {
                throw FormProblem(
                    field: field, offset: type.offset, fact: .malformedType(type.value))
            }
            attributes.type = mediaType
        }
        for source in parameters.headers {
            switch source {
            case .line(let line):
                attributes.headers.append(
                    try header(line.value, parameter: "headers=", field, line.offset))
            case .file(let path):
                attributes.headers += try headers(inFile: path, field)
            }
        }
        if let encoder = parameters.encoder {
            attributes.encoding = ContentTransferEncoding(name: encoder.value)
            if attributes.encoding == nil { attributes.unknownEncoder = encoder }
        }
        return attributes
    }

    private mutating func headers(
        inFile path: PartParameters.Located, _ field: FormField
    ) throws(FormProblem) -> [PartHeader] {
        var headers: [PartHeader] = []
        for line in HeaderFile(try content(ofFile: path, field)).lines {
            var bytes = line.bytes
            if isLax, let short = line.truncated {
                bytes = short
                warnings.append(
                    FormProblem(
                        field: field, offset: path.offset,
                        fact: .headerTruncated(path.value, line: line.number)))
            }
            headers.append(
                try header(ByteString(bytes: bytes), parameter: "headers=@", field, path.offset))
        }
        return headers
    }

    /// What the file holds; nothing, with a warning, if it cannot be opened and we are lax.
    private mutating func content(
        ofFile path: PartParameters.Located, _ field: FormField
    ) throws(FormProblem) -> [UInt8] {
        do throws(InputError) {
            return try SmallFile.read(path.value, until: limit)
        } catch {
            let fact: FormProblem.Fact =
                switch error {
                case .isDirectory: .headerFileIsDirectory(path.value)
                case .system(let number): .headerFileUnreadable(path.value, errno: number)
                case .timedOut(let timeout): .headerFileTimedOut(timeout)
                }
            let problem = FormProblem(field: field, offset: path.offset, fact: fact)
            guard isLax, case .headerFileUnreadable = fact, error != .tooLarge else {
                throw problem
            }
            warnings.append(problem)
            return []
        }
    }

    /// A header line; lax, also one that is none, as long as it stays one line, with a warning.
    private mutating func header(
        _ line: ByteString, parameter: String, _ field: FormField, _ offset: Int
    ) throws(FormProblem) -> PartHeader {
        if line.bytes.contains(where: breaksLine) {
            throw FormProblem(field: field, offset: offset, fact: .lineBreak(in: parameter))
        }
        if let header = try? PartHeader(line) { return header }
        let problem = FormProblem(field: field, offset: offset, fact: .malformedHeader(line))
        guard isLax, let header = try? PartHeader(verbatim: line) else { throw problem }
        warnings.append(problem)
        return header
    }
}
