/// A stretch of an encoded body: the one sequence that both its length and its bytes come from.
public struct FormSection: Sendable {
    enum Origin: Sendable {
        case bytes([UInt8])
        case file(FileRange)
        case stream(StreamContent)
    }

    let origin: Origin
    /// Set where the content is rewritten or looked at on its way.
    let encoding: ContentTransferEncoding?
    /// Boundaries of the user's own choice, which the content must not hold.
    let guarded: [Boundary]

    /// In bytes, as sent; nil if that is not known.
    public private(set) var length: Int64?
    /// The part that it belongs to; nil for a body that is not a form.
    public let part: PartLabel?

    /// A section whose length is known from its origin, or from one pass over its content, in
    /// constant memory, where it depends on that. What can be found wrong without reading a file
    /// that goes out as it is, is found here.
    init(
        _ origin: Origin, encoding: ContentTransferEncoding? = nil, guarded: [Boundary] = [],
        part: PartLabel? = nil, until limit: TimeLimit? = nil
    ) throws(FormEncodingError) {
        self.init(unmeasured: origin, encoding: encoding, guarded: guarded, part: part)
        switch (self.encoding, origin) {
        case (nil, .bytes) where guarded.isEmpty:
            length = rawLength
        case (_, .bytes), (.quotedPrintable, .file), (.sevenBit, .file):
            length = try measured(until: limit)
        case (.base64, _):
            if let raw = rawLength {
                guard let encoded = Base64Encoder.encodedLength(of: raw) else { throw .tooLong }
                length = encoded
            }
        case (.quotedPrintable, .stream):
            length = nil
        default:
            length = rawLength
        }
    }

    /// Bytes that go out as they are.
    init(_ bytes: [UInt8], part: PartLabel? = nil) {
        self.init(unmeasured: .bytes(bytes), encoding: nil, guarded: [], part: part)
        length = Int64(bytes.count)
    }

    private init(
        unmeasured origin: Origin, encoding: ContentTransferEncoding?, guarded: [Boundary],
        part: PartLabel?
    ) {
        self.origin = origin
        self.encoding = encoding.flatMap { $0.isIdentity ? nil : $0 }
        self.guarded = guarded
        self.part = part
    }

    /// Before encoding.
    private var rawLength: Int64? {
        switch origin {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let range): range.length
        case .stream(let stream): stream.length
        }
    }

    private func measured(until limit: TimeLimit?) throws(FormEncodingError) -> Int64 {
        var sum: Int64 = 0
        try forEachChunk { (chunk) throws(FormEncodingError) in
            sum += Int64(chunk.count)
            if let limit, limit.isReached, case .file(let range) = origin {
                throw .timedOut(InputTimeout(path: range.path, limit: limit.duration))
            }
        }
        return sum
    }
}

extension FormSection {
    var isReplayable: Bool {
        if case .stream(let stream) = origin { stream.isReplayable } else { true }
    }

    /// Whether a read may wait for bytes that someone else has yet to make.
    var isLive: Bool {
        if case .stream = origin { true } else { false }
    }

    /// The bytes, where they go out as they are.
    var plainBytes: [UInt8]? {
        if case .bytes(let bytes) = origin, encoding == nil, guarded.isEmpty { bytes } else { nil }
    }

    /// Opens the content, to be read once from start to end.
    func open() throws(FormEncodingError) -> any ByteSource {
        let part = part ?? PartLabel(index: 0)
        var source: any ByteSource
        var announced: EncodingSource.Announcement?
        switch origin {
        case .bytes(let bytes): source = BytesSource(bytes)
        case .file(let range):
            source = try FileSource(range)
            if let length { announced = (length, .fileModified(path: range.path)) }
        case .stream(let stream): source = try StreamSource(stream)
        }
        if let encoder = encoding?.makeEncoder() {
            source = EncodingSource(source, encoder, announced: announced)
        } else if encoding == .sevenBit {
            source = SevenBitSource(source, part: part)
        }
        if !guarded.isEmpty {
            source = BoundaryGuard(source, guarded, part: part)
        }
        return source
    }

    /// Reads the content once, in constant memory.
    func forEachChunk(
        _ body: (UnsafeRawBufferPointer) throws(FormEncodingError) -> Void
    ) throws(FormEncodingError) {
        let source = try open()
        defer { source.close() }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
