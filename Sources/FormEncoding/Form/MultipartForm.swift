/// A form: parts in order, encoded as `multipart/form-data` (RFC 7578), any number of times.
///
/// Forms of equal parts are equal, whatever random boundaries they have.
public struct MultipartForm: Sendable, Equatable {
    /// The fields and files, in the order in which they are sent.
    public var parts: [FormPart]
    package var boundary: Boundary
    /// The media type without the boundary; nil for `multipart/form-data`, or `multipart/mixed`
    /// inside a part.
    public var mediaType: MediaType?
    package var escaping: NameEscaping

    /// The largest depth of nested forms. A value of that depth can be released on any thread's
    /// stack.
    package static let maximumDepth = 1000

    /// A form of these parts, with a random boundary.
    public init(parts: [FormPart] = []) { self.init(parts: parts, boundary: .random()) }

    /// A form with a boundary of your own: 1 to 70 letters, digits, `'()+_,-./:=?` and spaces, not
    /// ending in a space (RFC 2046 §5.1.1). Throws `.invalidValue`.
    ///
    /// Files are read when the form becomes a body: contents are searched for the boundary.
    public init(parts: [FormPart], boundary: String) throws(UploadError) {
        let boundary = try reporting { () throws(BodyFault) in
            try Boundary(ByteString(boundary))
        }
        self.init(parts: parts, boundary: boundary)
    }

    package init(
        parts: [FormPart] = [], boundary: Boundary, mediaType: MediaType? = nil,
        escaping: NameEscaping = .percent
    ) {
        self.parts = parts
        self.boundary = boundary
        self.mediaType = mediaType
        self.escaping = escaping
    }

    /// The body of this form: measures every file, so that lengths are known where they can be. Parts
    /// are read and encoded while the body is sent.
    ///
    /// A file that changes after it was measured is an error when the body is read. A pipe, a device or
    /// another file without a size throws `.cannotOpenFile`, unless `readsPipes` is true: it is
    /// then read to its end at once, up to 1 MiB into memory and otherwise into a temporary file.
    ///
    /// Throws the first error in the order of the parts.
    public func body(readsPipes: Bool = false) throws(UploadError) -> EncodedBody {
        try reporting { () throws(BodyFault) in
            try EncodedBody([.form(self)], irregularFiles: readsPipes ? .spool() : .refuse)
        }
    }
}

extension MultipartForm: ExpressibleByArrayLiteral {
    /// A form from a literal of its parts, with a random boundary.
    public init(arrayLiteral parts: FormPart...) { self.init(parts: parts) }
}
