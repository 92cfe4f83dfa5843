/// What a part holds.
public enum PartContent: Sendable {
    /// The file at this path. It is measured when the form is encoded and opened when it is sent.
    case file(ByteString)
    /// Bytes in memory, an open file or a stream.
    case source(ByteSource)
    /// A nested form (RFC 7578 §4.3, curl's `=(` … `=)`).
    case form(MultipartForm)

    /// Text or bytes in memory.
    public static func bytes(_ bytes: ByteString) -> PartContent { .source(.bytes(bytes)) }

    /// Bytes that the caller makes.
    public static func stream(_ stream: ByteStream) -> PartContent { .source(.stream(stream)) }

    /// What `descriptor` holds from its current offset on; `label` stands for it in errors. The
    /// descriptor stays the caller's, and may be closed afterwards.
    ///
    /// A regular file is read in its place, at an offset of its own, for every attempt. What has no
    /// size, such as a pipe, is treated as `irregularFiles` says; with `.spool` this call returns
    /// when the pipe has ended.
    ///
    /// Throws `.cannotRead`, `.timedOut`, and what `irregularFiles` describes.
    public static func descriptor(
        _ descriptor: Int32, label: ByteString, irregularFiles: IrregularFiles = .refuse,
        until limit: TimeLimit? = nil, onRead: InputObserver? = nil
    ) throws(BodyError) -> PartContent {
        if let file = try FileRange(descriptor: descriptor, label: label) {
            return .source(.file(file))
        }
        let own = try reading(label) { () throws(Errno) in try SystemCalls.duplicate(descriptor) }
        return .source(
            try irregularFiles.source(label, onRead) {
                LiveInput(owning: own, label: label, until: limit)
            })
    }
}

/// Called with how many bytes of an input have been read before anything is sent, and with the
/// input's path or label.
public typealias InputObserver = @Sendable (_ total: Int64, _ label: ByteString) -> Void
