extension EncodedBody {
    /// A copy of the body with all its bytes: in memory if they are few, otherwise in a temporary
    /// file without a name, which is gone with the last copy of the body.
    ///
    /// The copy has a length and can be sent again, whatever happens to the files and streams that
    /// it was made from. Up to `memoryLimit` bytes are in memory. Blocks while it reads.
    ///
    /// Throws `.input` with what `data()` throws, or `.cannotSpool`, which names the body `form`.
    public func spooled(memoryLimit: Int = 10_000_000) throws(FormError) -> EncodedBody {
        try spooled(SpoolOptions(memoryLimit: memoryLimit))
    }

    package func spooled(_ options: SpoolOptions) throws(FormError) -> EncodedBody {
        let source: ByteSource
        do throws(BodyError) {
            let reader = try makeBlockingReader()
            defer { reader.close() }
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
