/// A body ready to be sent, any number of times: what it is, how long it is, where its bytes are.
public struct EncodedBody: Sendable {
    /// The value of the `Content-Type` header, if there is to be one.
    public var contentType: ByteString?

    /// In bytes; nil where a stream's length is not known.
    public let contentLength: Int64?

    /// Whether the same bytes can be sent again; if not, `makeSource()` is good for one attempt.
    public let isReplayable: Bool

    /// What the body is made of, in order.
    public let sections: [FormSection]

    /// How many parts a form has, those of nested forms counted in their stead; 0 for other bodies.
    public var partCount: Int { sections.last?.part.map { $0.index + 1 } ?? 0 }

    init(contentType: ByteString?, sections: [FormSection]) throws(FormEncodingError) {
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
        isReplayable = sections.allSatisfy(\.isReplayable)
    }

    /// A reader of the whole body, for one attempt: it opens everything anew.
    public func makeSource() -> FormReader { FormReader(sections) }
}

extension EncodedBody {
    /// A body of these bytes.
    public init(bytes: ByteString, contentType: MediaType? = nil) {
        let section = FormSection(bytes.bytes)
        self.contentType = contentType?.value
        contentLength = Int64(bytes.bytes.count)
        isReplayable = true
        sections = [section]
    }

    /// A body of these contents, one after the other: a file by PUT, or the pieces of curl's `-d`.
    ///
    /// Throws what is wrong with a file or a nested form, and `.timedOut` as
    /// `MultipartForm.encoded(irregularFiles:until:)` does.
    public init(
        _ contents: [PartContent], contentType: MediaType? = nil,
        irregularFiles: IrregularFiles = .spool(SpoolOptions()), until limit: TimeLimit? = nil
    ) throws(FormEncodingError) {
        var builder = SectionBuilder(irregularFiles: irregularFiles, until: limit)
        for content in contents { try builder.append(content) }
        try self.init(contentType: contentType?.value, sections: builder.finish())
    }
}
