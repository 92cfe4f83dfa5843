/// Part of an open regular file, read at offsets of its own, so that every attempt can read it
/// again; the descriptor's own offset stays where it is.
public struct FileDescriptorContent: Sendable {
    let range: FileRange

    init(_ range: FileRange) { self.range = range }

    /// What the regular file behind `descriptor` holds from its current offset on; `label` stands
    /// for it in errors. The descriptor is duplicated and stays the caller's.
    ///
    /// Throws `.notRegularFile` for a pipe or a device, which `Spool` takes.
    public init(_ descriptor: Int32, label: ByteString) throws(FormEncodingError) {
        guard let range = try FileRange.rest(of: descriptor, label: label) else {
            throw .notRegularFile(path: label)
        }
        self.range = range
    }

    /// In bytes.
    public var length: Int64 { range.length }
}
