/// A form: parts in order, encoded as `multipart/form-data` (RFC 7578). A value; it can be encoded
/// any number of times.
public struct MultipartForm: Sendable {
    public var parts: [FormPart]
    public var boundary: Boundary
    /// What the form is sent as, without the boundary; nil: `multipart/form-data` for a body,
    /// `multipart/mixed` for a form inside a part.
    public var mediaType: MediaType?
    /// How the names and filenames of this form's own parts are escaped.
    public var escaping: NameEscaping

    /// How deep forms may be nested: a value as deep as that can be made and dropped on any stack.
    public static let maximumDepth = 1000

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
    /// Files are opened and closed again, not read, but for a part in quoted-printable or 7bit: its
    /// length or its cleanliness takes one pass over it, in constant memory. What has no size, such
    /// as a FIFO, is treated as `irregularFiles` says. What is still being read when `limit` is
    /// reached is a `.timedOut`, also from a FIFO that is streamed later. Errors come in the order
    /// of the parts.
    public func encoded(
        irregularFiles: IrregularFiles = .spool(SpoolOptions()), until limit: TimeLimit? = nil
    ) throws(FormEncodingError) -> EncodedBody {
        var builder = SectionBuilder(irregularFiles: irregularFiles, until: limit)
        try builder.append(self, sentAs: mediaType ?? .formData)
        let type = (mediaType ?? .formData).value.bytes
        return try EncodedBody(
            contentType: ByteString(bytes: type + boundaryParameter), sections: builder.finish())
    }

    /// `; boundary=…`, to follow a media type.
    var boundaryParameter: [UInt8] { Array("; boundary=".utf8) + boundary.parameterValue }
}

/// What becomes of a path that leads to a pipe, a device, or a `/proc` file: things without a size.
public enum IrregularFiles: Sendable {
    /// Drained before anything is sent, so that the length is known and the body can be sent again.
    case spool(SpoolOptions)
    /// Read when its turn comes, once: no length, no second attempt.
    case stream
    /// An error: `.notRegularFile`.
    case refuse
}
