extension EncodedBody {
    /// A copy of the body with all its bytes: in memory if they are few, otherwise in a temporary
    /// file without a name, which is gone with the last copy of the body.
    ///
    /// The copy has a length and can be sent again, whatever happens to the files and streams that
    /// it was made from. By default up to 10 MB are in memory, as with Alamofire's
    /// `MultipartFormData.encodingMemoryThreshold`. Blocks while it reads: not for
    /// a task to call if a stream's bytes come from another one.
    ///
    /// Throws `.input` with the errors of a `FormReader`, `.spoolLimitExceeded` or `.cannotSpool`,
    /// which name the body `form`.
    public func spooled(
        _ options: SpoolOptions = SpoolOptions(memoryLimit: 10_000_000)
    ) throws(FormError) -> EncodedBody {
        let reader = makeReader()
        defer { reader.close() }
        let source: ByteSource
        do throws(BodyError) {
            source = try options.drain(label: "form") { (buffer) throws(BodyError) in
                try reader.read(into: buffer)
            }
        } catch {
            throw .input(error)
        }
        var copy = try EncodedBody([.source(source)])
        copy.contentType = contentType
        return copy
    }
}
