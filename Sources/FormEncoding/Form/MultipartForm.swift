/// A form: parts in order, encoded as `multipart/form-data` (RFC 7578), any number of times.
public struct MultipartForm: Sendable {
    /// The fields and files, in the order in which they are sent.
    public var parts: [FormPart]
    /// The string that separates the parts.
    public var boundary: Boundary
    /// The media type without the boundary; nil for `multipart/form-data`, or `multipart/mixed`
    /// inside a part.
    public var mediaType: MediaType?
    /// How the names and filenames of this form's own parts are escaped.
    public var escaping: NameEscaping

    /// The largest depth of nested forms. A value of that depth can be released on any thread's
    /// stack.
    public static let maximumDepth = 1000

    /// A form with a random boundary, unless one is given.
    public init(
        parts: [FormPart] = [], boundary: Boundary = .random(), mediaType: MediaType? = nil,
        escaping: NameEscaping = .percent
    ) {
        self.parts = parts
        self.boundary = boundary
        self.mediaType = mediaType
        self.escaping = escaping
    }

    /// The body of this form. Measures every file, so that lengths are known where they can be.
    ///
    /// Files are opened and closed again. They are read once, in constant memory, if the length
    /// depends on the content (quoted-printable) or the content may be refused (7bit, a boundary
    /// that is not random); `onRead` observes that. An input without a size, such as a FIFO, is
    /// treated as `irregularFiles` says; by default nothing blocks.
    ///
    /// A file that changes after it was measured is an error when the body is read. With `onGrowth`
    /// it may become longer, as a log does: what it had when it was measured is sent, and `onGrowth`
    /// receives how much came after.
    ///
    /// Throws the first error in the order of the parts; `.timedOut` for an input that is still
    /// being read when `limit` is reached, and later also for a FIFO that is streamed.
    public func encoded(
        irregularFiles: IrregularFiles = .refuse, until limit: TimeLimit? = nil,
        onRead: InputObserver? = nil, onGrowth: GrowthObserver? = nil
    ) throws(FormError) -> EncodedBody {
        var builder = SectionBuilder(
            irregularFiles: irregularFiles, until: limit, onRead, onGrowth)
        try builder.append(self, sentAs: mediaType ?? .formData)
        let type = (mediaType ?? .formData).withoutBoundaries.value
        var body = try EncodedBody(
            contentType: type + boundaryParameter, sections: builder.finish())
        body.form = self
        return body
    }

    /// `; boundary=…`, to follow a media type.
    package var boundaryParameter: ByteString { "; boundary=" + boundary.parameterValue }
}
