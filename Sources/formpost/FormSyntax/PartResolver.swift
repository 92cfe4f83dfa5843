import FormEncoding

/// The parameters of a part, validated, with the headers of header files.
struct PartAttributes: Equatable, Sendable {
    var type: MediaType?
    var filename: ByteString?
    var headers: [PartHeader] = []
    var encoding: ContentTransferEncoding?

    /// An unknown encoder name: an error that is reported after a missing file.
    var unknownEncoder: PartParameters.Located?

    /// The content type, given or guessed.
    ///
    /// `type=` takes precedence over a `Content-Type` header of the user, which takes precedence
    /// over the guess.
    func contentType(filename: ByteString?, path: ByteString?) -> MediaType? {
        if type != nil || headers.contains(where: \.isContentType) { return type }
        return .byDefault(filename: filename, path: path)
    }
}

extension PartHeader {
    fileprivate var isContentType: Bool {
        let label = "content-type:".utf8
        return line.bytes.count >= label.count
            && zip(line.bytes, label).allSatisfy { $0.lowercased == $1 }
    }
}

/// Validates the parameters of parts, and reads their header files.
struct PartResolver {
    let isLax: Bool
    private let limit: TimeLimit?
    private(set) var warnings: [FormProblem] = []

    /// `limit` is the time limit for header files that are pipes.
    init(isLax: Bool, until limit: TimeLimit? = nil) {
        self.isLax = isLax
        self.limit = limit
    }

    /// The argument with validated attributes.
    mutating func resolve(
        _ argument: FormParser.Argument
    ) throws(FormProblem) -> FormArgument<PartAttributes> {
        try argument.map { parameters throws(FormProblem) in
            try attributes(of: parameters, argument.field)
        }
    }

    private mutating func attributes(
        of parameters: PartParameters, _ field: FormField
    ) throws(FormProblem) -> PartAttributes {
        var attributes = PartAttributes(filename: parameters.filename?.value)
        if let type = parameters.type {
            guard let mediaType = try? MediaType(verbatim: type.value) else {
                throw field.problem(at: type.offset, .malformedType(type.value))
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
                    field.problem(
                        at: path.offset, .headerTruncated(path.value, line: line.number)))
            }
            headers.append(
                try header(ByteString(bytes: bytes), parameter: "headers=@", field, path.offset))
        }
        return headers
    }

    /// The headers of a file. With `isLax`, a file that cannot be opened is empty, with a warning.
    private mutating func content(
        ofFile path: PartParameters.Located, _ field: FormField
    ) throws(FormProblem) -> [UInt8] {
        do throws(InputError) {
            return try SmallFile.read(path.value, until: limit)
        } catch {
            let problem = field.problem(at: path.offset, .headerFileUnreadable(path.value, error))
            guard isLax, case .system = error, ![.isDirectory, .tooLarge].contains(error) else {
                throw problem
            }
            warnings.append(problem)
            return []
        }
    }

    /// A header line. With `isLax`, any other line without a line end, with a warning.
    private mutating func header(
        _ line: ByteString, parameter: String, _ field: FormField, _ offset: Int
    ) throws(FormProblem) -> PartHeader {
        if line.bytes.contains(where: \.endsHeaderLine) {
            throw field.problem(at: offset, .lineBreak(in: parameter))
        }
        if let header = try? PartHeader(line) { return header }
        let problem = field.problem(at: offset, .malformedHeader(line))
        guard isLax, let header = try? PartHeader(verbatim: line) else { throw problem }
        warnings.append(problem)
        return header
    }
}

/// The headers of a part in a file (`headers=@file`), read as curl reads them.
///
/// One header per line. A line that begins with a blank continues the previous header. A `#` in the
/// first column begins a comment. CRs and trailing blanks are removed.
struct HeaderFile: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        var bytes: [UInt8]

        /// The line on which the header begins, from 1.
        var number: Int
    }

    private(set) var lines: [Line] = []

    init(_ content: some Sequence<UInt8>) {
        var current: Line?
        var (number, isAtStart, isComment) = (1, true, false)
        for byte in content where byte != UInt8(ascii: "\r") {
            if byte == UInt8(ascii: "\n") {
                (number, isAtStart, isComment) = (number + 1, true, false)
                continue
            }
            if isAtStart, !byte.isBlank {
                append(current)
                current = nil
                isComment = byte == UInt8(ascii: "#")
            }
            isAtStart = false
            if !isComment {
                if current == nil { current = Line(bytes: [], number: number) }
                current?.bytes.append(byte)
            }
        }
        append(current)
    }

    /// Adds a complete header, unless it is blank.
    private mutating func append(_ line: Line?) {
        guard var line, let end = line.bytes.lastIndex(where: { !$0.isBlank }) else { return }
        line.bytes.removeSubrange((end + 1)...)
        lines.append(line)
    }
}

extension HeaderFile.Line {
    /// The header as curl cuts it; `nil` if it is short enough.
    var truncated: [UInt8]? {
        guard bytes.count > Self.limit else { return nil }
        let kept = bytes[..<Self.limit]
        let end = kept.lastIndex { !$0.isBlank } ?? kept.startIndex
        return Array(kept[...end])
    }

    /// The size of curl's buffer, in bytes.
    private static let limit = 998
}
