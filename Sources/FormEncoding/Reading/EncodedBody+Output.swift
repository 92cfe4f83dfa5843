import Foundation

/// From asynchronous code a thread of its own reads every body, until the task is cancelled.
extension EncodedBody {
    /// The whole body in memory.
    ///
    /// Throws why a file or a stream cannot be read.
    public func data() async throws(UploadError) -> Data {
        try await onThread(data(from:))
    }

    /// Writes the body to the file at a file URL, which is created or truncated first. After an error
    /// the file has the bytes written so far.
    ///
    /// Throws `.cannotWriteToFile`, also for a file that the body is read from, which is not changed,
    /// `.cannotOpenFile` for another URL, and what `data()` does.
    public func write(to url: URL) async throws(UploadError) {
        try await onThread { (reader) throws(BodyFault) in try write(to: url, from: reader) }
    }

    /// A copy of the body with all its bytes: in memory if they are few, otherwise in a temporary
    /// file without a name, which is gone with the last copy of the body.
    ///
    /// The copy has a length and can be sent again, whatever happens to the files and streams that
    /// it was made from. Up to `memoryLimit` bytes are in memory.
    ///
    /// Throws what `data()` throws, or `.cannotWriteToFile`.
    public func spooled(memoryLimit: Int = 10_000_000) async throws(UploadError) -> EncodedBody {
        try await onThread { (reader) throws(BodyFault) in
            EncodedBody(
                try .spooled("form", memoryLimit: memoryLimit, reader.read(into:)), contentType,
                hasRandomFormsWithin: hasRandomFormsWithin)
        }
    }

    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable (BodyReader) throws(BodyFault) -> Value
    ) async throws(UploadError) -> Value {
        // That thread alone uses it, and `cancel()` may be called on any.
        nonisolated(unsafe) let reader = makeReader()
        let result: Result<Value, BodyFault> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasStarted = detachThread {
                    let result = Result { () throws(BodyFault) in try body(reader) }
                    reader.close()
                    continuation.resume(returning: result)
                }
                if !hasStarted { continuation.resume(returning: .failure(.noThread)) }
            }
        } onCancel: {
            reader.cancel()
        }
        return try result.mapError { UploadError($0) }.get()
    }

    /// The whole body in memory, for code that cannot wait. Blocks while it reads, and throws `.needsUploader` for a
    /// stream of an asynchronous sequence.
    public func data() throws(UploadError) -> Data {
        try reporting { () throws(BodyFault) in try blocking(data(from:)) }
    }

    private func data(from reader: BodyReader) throws(BodyFault) -> Data {
        var data = Data()
        if let contentLength, let capacity = Int(exactly: contentLength), capacity < 1 << 30 {
            data.reserveCapacity(capacity)
        }
        try SystemCalls.forEachChunk(of: 1 << 18, reader.read(into:)) { (chunk) throws(BodyFault) in
            data.append(contentsOf: chunk)
        }
        return data
    }

    /// Writes the body to an open descriptor; `label` names it in errors.
    ///
    /// Throws `.cannotWrite` and the errors of a `BodyReader`. A pipe that nobody reads raises SIGPIPE,
    /// which ends the process unless it is ignored.
    package func write(to descriptor: Int32, label: ByteString) throws(BodyFault) {
        try blocking { (reader) throws(BodyFault) in
            try write(to: descriptor, label: label, from: reader)
        }
    }

    private func write(
        to descriptor: Int32, label: ByteString, from reader: BodyReader
    ) throws(BodyFault) {
        try SystemCalls.forEachChunk(of: 1 << 18, reader.read(into:)) { (chunk) throws(BodyFault) in
            try writing(label) { () throws(Errno) in
                try SystemCalls.write(chunk, to: descriptor)
            }
        }
    }

    /// Writes the body to the file at a file URL, for code that cannot wait. Blocks while it writes, and throws
    /// `.needsUploader` for a stream of an asynchronous sequence.
    public func write(to url: URL) throws(UploadError) {
        try reporting { () throws(BodyFault) in
            try blocking { (reader) throws(BodyFault) in try write(to: url, from: reader) }
        }
    }

    private func write(to url: URL, from reader: BodyReader) throws(BodyFault) {
        let path = try ByteString(pathOf: url)
        let (descriptor, output) = try writing(path) { () throws(Errno) in
            let descriptor = try SystemCalls.open(path, flags: O_WRONLY | O_CREAT, mode: 0o666)
            return (descriptor, try FileSnapshot(of: descriptor.number))
        }
        defer { withExtendedLifetime(descriptor) {} }
        if output.kind == .regular {
            guard !measuredFiles.values.contains(where: { $0.isSameFile(as: output) }) else {
                throw .outputIsInput(path: path)
            }
            try writing(path) { () throws(Errno) in try SystemCalls.truncate(descriptor.number) }
        }
        try write(to: descriptor.number, label: path, from: reader)
    }

    /// Reads the body in chunks. Blocks while it reads, and throws what `data()` does.
    package func forEachChunk(
        _ body: (UnsafeRawBufferPointer) throws(BodyFault) -> Void
    ) throws(BodyFault) {
        try blocking { (reader) throws(BodyFault) in
            try SystemCalls.forEachChunk(of: 1 << 18, reader.read(into:), body)
        }
    }

    /// Throws `.needsUploader` if the bytes come from tasks, which may need the blocked thread.
    private func blocking<Value>(
        _ body: (BodyReader) throws(BodyFault) -> Value
    ) throws(BodyFault) -> Value {
        let isOfTask = sections.contains { section in
            if case .stream(let stream) = section.source { stream.isOfTask } else { false }
        }
        guard !isOfTask else { throw .needsUploader }
        let reader = makeReader()
        defer { reader.close() }
        return try body(reader)
    }
}

/// Runs `body`, and reports its failure as one of writing to `path`.
private func writing<Result>(
    _ path: ByteString, _ body: () throws(Errno) -> Result
) throws(BodyFault) -> Result {
    do throws(Errno) {
        return try body()
    } catch {
        throw .cannotWrite(path: path, errno: error.rawValue)
    }
}
