import Foundation

/// A body that is ready to be sent: its media type, its length and the sources of its bytes, which are
/// read while it is sent.
///
/// Bodies of equal forms are equal, if their files have not changed in between.
public struct EncodedBody: Sendable, Equatable {
    /// The media type, if there is to be a `Content-Type`.
    public var contentType: MediaType?

    /// In bytes; nil if a stream's length is not known.
    public internal(set) var contentLength: Int64?

    /// The form that the body was made from, for its description; nil for other bodies.
    package internal(set) var form: MultipartForm?

    package internal(set) var sections: [BodySection]

    /// Whether forms in the form have random boundaries that only this body has; also of its copies.
    package internal(set) var hasRandomFormsWithin = false

    /// How many bytes of the sections are read and dropped before the first one of the body (`slice`).
    var skipped: Int64 = 0
    /// The number of bytes after which the body ends, if the sections may have more.
    var limit: Int64?

    /// Whether the same bytes can be sent again, after a redirect or a failure.
    public var isReplayable: Bool { sections.allSatisfy(\.source.isReplayable) }

    /// The number of parts of a form, counting the parts of nested forms instead of the forms; 0
    /// for other bodies.
    package var partCount: Int { sections.last?.part.map { $0.index + 1 } ?? 0 }

    /// The bytes, if all are in memory and sent as they are.
    package var plainBytes: [UInt8]? {
        if limit != nil { return nil }
        var bytes: [UInt8] = []
        for section in sections {
            guard section.isSentAsIs, let memory = section.source.memory else { return nil }
            bytes += memory
        }
        return bytes
    }

    /// The path, if the body is a whole file and sent as it is.
    package var filePath: ByteString? {
        guard limit == nil, sections.count == 1, let section = sections.first,
            section.isSentAsIs, case .file(let file) = section.source
        else { return nil }
        return file.wholePath
    }

    /// Whether a reader may block, because a stream has no bytes at the moment.
    package var mayBlock: Bool { sections.contains(where: \.isLive) }

    /// A reader of the whole body for one attempt; it opens all inputs again.
    package func makeReader() -> BodyReader {
        BodyReader(sections, skipping: skipped, limit: limit)
    }
}

extension EncodedBody {
    /// Whether both have the same type and are made of the same bytes, files and streams, but for random boundaries.
    public static func == (one: EncodedBody, other: EncodedBody) -> Bool {
        let type = { (body: EncodedBody) in
            body.form == nil ? body.contentType : body.contentType?.withoutBoundaries
        }
        return one.form == other.form && one.contentLength == other.contentLength
            && type(one) == type(other) && one.numberedSections == other.numberedSections
            && one.skipped == other.skipped && one.limit == other.limit
    }

    /// Bytes in memory, which are not copied.
    public init(_ data: Data, contentType: MediaType? = nil) {
        self.init(.data(data), contentType)
    }

    /// Bytes that are made or got while they are sent.
    ///
    /// Throws `.invalidValue` for a negative length.
    public init(_ stream: ByteStream, contentType: MediaType? = nil) throws(UploadError) {
        self = try reporting { () throws(BodyFault) in
            try EncodedBody([.stream(stream)], contentType: contentType)
        }
    }

    /// The file at a file URL, which is measured now and read while it is sent.
    ///
    /// Throws `.cannotOpenFile`, also for another URL.
    public init(file url: URL, contentType: MediaType? = nil) throws(UploadError) {
        self = try reporting { () throws(BodyFault) in
            try EncodedBody([.file(ByteString(pathOf: url))], contentType: contentType)
        }
    }

    /// A value as JSON (RFC 8259), in memory, with the content type `application/json`.
    ///
    /// Throws what `encoder` throws.
    public init(json value: some Encodable, using encoder: JSONEncoder = JSONEncoder()) throws {
        self.init(try encoder.encode(value), contentType: .json)
    }

    package init(bytes: ByteString, contentType: MediaType? = nil) {
        self.init(.bytes(bytes), contentType)
    }

    /// A body of bytes that are sent as they are.
    init(_ source: ByteSource, _ contentType: MediaType?, hasRandomFormsWithin: Bool = false) {
        self.init(
            contentType: contentType, contentLength: source.length,
            sections: [BodySection(source)], hasRandomFormsWithin: hasRandomFormsWithin)
    }

    /// A body of a form, which has its own content type, or of these contents, one after the other: a file by PUT,
    /// curl's `-d` and its relatives.
    ///
    /// Files are read once, in constant memory, if the length depends on the content
    /// (quoted-printable) or the content may be refused (7bit, a boundary that is not random);
    /// `onRead` observes that. With `onGrowth` a file may become longer, as a log does: what it had
    /// when it was measured is sent, and `onGrowth` receives how much came after. Throws `.timedOut`
    /// for an input that is still being read when `limit` is reached, and later also for a FIFO that
    /// is streamed.
    package init(
        _ contents: [PartContent], contentType: MediaType? = nil,
        irregularFiles: IrregularFiles = .refuse, until limit: TimeLimit? = nil,
        onRead: InputObserver? = nil, onGrowth: GrowthObserver? = nil
    ) throws(BodyFault) {
        var builder = SectionBuilder(
            irregularFiles: irregularFiles, limit: limit, onRead: onRead, onGrowth: onGrowth)
        for content in contents { try builder.append(content) }
        self.init(contentType: contentType, sections: builder.finish())
        if case .form(let form)? = contents.first {
            let type = (form.mediaType ?? .formData).withoutBoundaries.value
            self.contentType = MediaType(unchecked: type + form.boundary.parameter)
            self.form = form
            hasRandomFormsWithin = randomBoundaries.contains { $0 != form.boundary.value }
        }
        contentLength = 0
        for section in sections {
            guard let sum = contentLength, let own = section.length else {
                contentLength = nil
                break
            }
            let (total, overflows) = sum.addingReportingOverflow(own)
            guard !overflows else { throw .tooLong }
            contentLength = total
        }
    }
}
