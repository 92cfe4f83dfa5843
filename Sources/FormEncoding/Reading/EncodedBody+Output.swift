import Foundation

extension EncodedBody {
    /// The whole body in memory.
    ///
    /// Throws why a file or a stream cannot be read, and `.needsUploader` for a stream of an asynchronous
    /// sequence. Blocks while it reads.
    public func data() throws(BodyError) -> Data {
        var data = Data()
        if let contentLength, let capacity = Int(exactly: contentLength), capacity < 1 << 30 {
            data.reserveCapacity(capacity)
        }
        try forEachChunk { (chunk) throws(BodyError) in data.append(contentsOf: chunk) }
        return data
    }

    /// Writes the body to an open descriptor; `label` names it in errors.
    ///
    /// Throws `.cannotWrite` and the errors of a `FormReader`. A pipe that nobody reads raises SIGPIPE,
    /// which ends the process unless it is ignored.
    package func write(to descriptor: Int32, label: ByteString) throws(BodyError) {
        try forEachChunk { (chunk) throws(BodyError) in
            try writing(label) { () throws(Errno) in
                try SystemCalls.write(chunk, to: descriptor)
            }
        }
    }

    /// Writes the body to the file at a file URL, which is created or truncated first. After an error
    /// the file has the bytes written so far.
    ///
    /// Throws `.notFileURL`, `.cannotWrite`, `.outputIsInput` for a file that the body is read from,
    /// which is not changed, and what `data()` does. Blocks while it reads.
    public func write(to url: URL) throws(BodyError) {
        let path = try ByteString(pathOf: url)
        let descriptor = try writing(path) { () throws(Errno) in
            try SystemCalls.open(path, flags: O_WRONLY | O_CREAT, mode: 0o666)
        }
        defer { withExtendedLifetime(descriptor) {} }
        let output = try writing(path) { () throws(Errno) in
            try FileSnapshot(of: descriptor.number)
        }
        if output.kind == .regular {
            guard !isRead(from: output) else { throw .outputIsInput(path: path) }
            try writing(path) { () throws(Errno) in try SystemCalls.truncate(descriptor.number) }
        }
        try write(to: descriptor.number, label: path)
    }

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
        let source = try readingInput { () throws(BodyError) in
            let reader = try makeBlockingReader()
            defer { reader.close() }
            return try options.drain(label: "form") { (buffer) throws(BodyError) in
                try reader.read(into: buffer)
            }
        }
        var copy = try EncodedBody([.source(source)])
        copy.contentType = contentType
        return copy
    }

    private func isRead(from output: FileSnapshot) -> Bool {
        sections.contains { section in
            if case .file(let file) = section.source {
                file.snapshot.isSameFile(as: output)
            } else {
                false
            }
        }
    }

    /// Reads the body in chunks. Blocks while it reads, and throws what `data()` does.
    package func forEachChunk(
        _ body: (UnsafeRawBufferPointer) throws(BodyError) -> Void
    ) throws(BodyError) {
        let reader = try makeBlockingReader()
        defer { reader.close() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try reader.read(into: buffer), count > 0 {
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

/// Runs `body`, and reports its failure as one of writing to `path`.
private func writing<Result>(
    _ path: ByteString, _ body: () throws(Errno) -> Result
) throws(BodyError) -> Result {
    do throws(Errno) {
        return try body()
    } catch {
        throw .cannotWrite(path: path, errno: error.rawValue)
    }
}
