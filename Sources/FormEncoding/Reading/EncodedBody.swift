/// A body that is ready to be sent: its media type, its length and the sources of its bytes.
public struct EncodedBody: Sendable {
    /// The value of the `Content-Type` header, if there is to be one.
    public var contentType: ByteString?

    /// In bytes; nil if a stream's length is not known.
    public let contentLength: Int64?

    /// Whether the same bytes can be sent again; if not, only one reader can be used.
    public let isReplayable: Bool

    /// The form that the body was made from, for its description; nil for other bodies.
    package internal(set) var form: MultipartForm?

    /// The sections of the body, in order.
    public let sections: [FormSection]

    /// The number of parts of a form, counting the parts of nested forms instead of the forms; 0
    /// for other bodies.
    public var partCount: Int { sections.last?.part.map { $0.index + 1 } ?? 0 }

    init(contentType: ByteString?, sections: [FormSection]) throws(FormError) {
        var length: Int64? = 0
        for section in sections {
            guard let sum = length, let own = section.length else {
                length = nil
                break
            }
            let (total, overflows) = sum.addingReportingOverflow(own)
            guard !overflows else { throw .tooLong }
            length = total
        }
        self.contentType = contentType
        self.sections = sections
        contentLength = length
        isReplayable = sections.allSatisfy(\.source.isReplayable)
    }

    /// The bytes, if all are in memory and sent as they are.
    package var plainBytes: [UInt8]? {
        var bytes: [UInt8] = []
        for section in sections {
            guard let plain = section.plainBytes else { return nil }
            bytes += plain
        }
        return bytes
    }

    /// The path, if the body is a whole file and sent as it is.
    package var filePath: ByteString? {
        guard sections.count == 1 else { return nil }
        return sections.first?.filePath
    }

    /// Whether a reader may block, because a stream has no bytes at the moment.
    package var mayBlock: Bool { sections.contains(where: \.isLive) }

    /// A reader of the whole body for one attempt; it opens all inputs again.
    public func makeReader() -> FormReader { FormReader(sections) }
}

extension EncodedBody {
    /// A body of these bytes.
    public init(bytes: ByteString, contentType: MediaType? = nil) {
        self.contentType = contentType?.value
        contentLength = Int64(bytes.count)
        isReplayable = true
        sections = [FormSection(bytes)]
    }

    /// A body of these contents, one after the other: a file by PUT.
    ///
    /// Parameters and errors are those of
    /// `MultipartForm.encoded(irregularFiles:until:onRead:onGrowth:)`.
    public init(
        _ contents: [PartContent], contentType: MediaType? = nil,
        irregularFiles: IrregularFiles = .refuse, until limit: TimeLimit? = nil,
        onRead: InputObserver? = nil, onGrowth: GrowthObserver? = nil
    ) throws(FormError) {
        try self.init(
            pieces: contents.map { Piece($0) }, contentType: contentType,
            irregularFiles: irregularFiles, until: limit, onRead: onRead, onGrowth: onGrowth)
    }

    /// A piece of a body that is not a form, and how it is rewritten.
    public struct Piece: Sendable {
        /// Where the bytes come from.
        public var content: PartContent
        /// Nil: the bytes as they are.
        public var encoding: DataEncoding?

        /// A piece; without an encoding its bytes are sent as they are.
        public init(_ content: PartContent, encoding: DataEncoding? = nil) {
            self.content = content
            self.encoding = encoding
        }
    }

    /// A body of these pieces, one after the other: curl's `-d` and its relatives.
    ///
    /// A file that is rewritten is read once before, in constant memory, for its length. Takes and
    /// throws what `MultipartForm.encoded(irregularFiles:until:onRead:onGrowth:)` does.
    public init(
        pieces: [Piece], contentType: MediaType? = nil,
        irregularFiles: IrregularFiles = .refuse, until limit: TimeLimit? = nil,
        onRead: InputObserver? = nil, onGrowth: GrowthObserver? = nil
    ) throws(FormError) {
        var builder = SectionBuilder(
            irregularFiles: irregularFiles, until: limit, onRead, onGrowth)
        for piece in pieces {
            try builder.append(piece.content, encoding: piece.encoding.map { .data($0) })
        }
        try self.init(contentType: contentType?.value, sections: builder.finish())
    }
}
