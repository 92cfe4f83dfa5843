import Foundation

extension EncodedBody {
    /// The whole body in memory.
    public func data() throws(FormEncodingError) -> Data {
        var data = Data()
        if let contentLength, let capacity = Int(exactly: contentLength), capacity < 1 << 30 {
            data.reserveCapacity(capacity)
        }
        try forEachChunk { (chunk) throws(FormEncodingError) in data.append(contentsOf: chunk) }
        return data
    }

    /// Writes the body to an open descriptor; `label` stands for it in errors.
    public func write(to descriptor: Int32, label: ByteString) throws(FormEncodingError) {
        try forEachChunk { (chunk) throws(FormEncodingError) in
            try writing(label) { () throws(Errno) in
                try SystemCalls.write(chunk, to: descriptor)
            }
        }
    }

    /// Writes the body to the file at `path`, which is made if need be and emptied first; after an
    /// error, what was written so far is there.
    ///
    /// Throws `.outputIsInput` for a file that the body is read from, and leaves it alone.
    public func write(toPath path: ByteString) throws(FormEncodingError) {
        let descriptor = try writing(path) { () throws(Errno) in try SystemCalls.create(path) }
        let output = try writing(path) { () throws(Errno) in
            try FileSnapshot(of: descriptor.number)
        }
        if output.kind == .regular {
            guard !isRead(from: output) else { throw .outputIsInput(path: path) }
            try writing(path) { () throws(Errno) in try SystemCalls.truncate(descriptor.number) }
        }
        try write(to: descriptor.number, label: path)
    }

    /// Whether the file at `path` is one that the body is read from.
    package func isRead(fromFileAt path: ByteString) -> Bool {
        (try? FileSnapshot(ofPath: path)).map(isRead) ?? false
    }

    private func isRead(from output: FileSnapshot) -> Bool {
        sections.contains { section in
            if case .file(let range) = section.origin {
                range.snapshot.isSameFile(as: output)
            } else {
                false
            }
        }
    }

    private func forEachChunk(
        _ body: (UnsafeRawBufferPointer) throws(FormEncodingError) -> Void
    ) throws(FormEncodingError) {
        let reader = makeSource()
        defer { reader.close() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try reader.read(into: buffer)
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

/// Runs `body`, whose failure is that of writing to `path`.
private func writing<Result>(
    _ path: ByteString, _ body: () throws(Errno) -> Result
) throws(FormEncodingError) -> Result {
    do throws(Errno) {
        return try body()
    } catch {
        throw .cannotWrite(path: path, errno: error.rawValue)
    }
}
