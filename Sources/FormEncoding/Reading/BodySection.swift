/// A section of an encoded body. The body's length and its bytes both come from its sections.
package struct BodySection: Sendable, Equatable {
    var source: ByteSource
    let encoding: SectionEncoding?
    /// Boundaries that the content must not contain: those that are not random.
    let guarded: [Boundary]

    /// In bytes, as sent; nil if that is not known.
    package internal(set) var length: Int64?
    package let part: PartReference?
    /// Where in the part's content the source begins, in bytes (`EncodedBody.slice`).
    var start: Int64 = 0

    /// A section of bytes that are sent as they are.
    init(_ source: ByteSource, part: PartReference? = nil) {
        (self.source, encoding, guarded) = (source, nil, [])
        (length, self.part) = (source.length, part)
    }

    /// A section whose length is computed from the source's, or by reading the content.
    init(
        _ source: ByteSource, encoding: SectionEncoding?, guarded: [Boundary] = [],
        part: PartReference? = nil, until limit: TimeLimit? = nil, onRead: InputObserver? = nil
    ) throws(BodyFault) {
        self.source = source
        self.encoding = encoding
        // A line of base64 cannot begin with a hyphen.
        self.guarded = encoding == .transfer(.base64) ? [] : guarded
        self.part = part
        if let raw = source.length, raw < 0 { throw .negativeLength(raw) }
        switch (encoding, source.length) {
        case (let encoding?, _) where encoding.hasVariableLength: length = nil
        case (.transfer(.base64), let raw?):
            guard let encoded = Base64Encoder.encodedLength(of: raw) else { throw .tooLong }
            length = encoded
        case (_, let raw): length = raw
        }
        try measure(until: limit, onRead)
    }

    package var bytesLeftOut: Int64 {
        guard encoding == .withoutLineEnds, let raw = source.length, let length else { return 0 }
        return raw - length
    }

    /// Reads the content once, in constant memory, if the length depends on it or it may be
    /// refused, so that this is known before sending. A stream is not read.
    private mutating func measure(
        until limit: TimeLimit?, _ onRead: InputObserver?
    ) throws(BodyFault) {
        if case .stream = source { return }
        let isChecked = encoding == .transfer(.sevenBit) || !guarded.isEmpty
        guard isChecked || encoding?.hasVariableLength ?? false else { return }
        length = try SectionReader(self).measure { (position) throws(BodyFault) in
            guard case .file(let file) = source else { return }
            onRead?(position, file.path)
            if let limit, limit.isReached {
                throw .timedOut(path: file.path, after: limit.duration)
            }
        }
    }

    var isLive: Bool {
        if case .stream = source { true } else { false }
    }

    var isSentAsIs: Bool { encoding == nil && guarded.isEmpty }

    var plainBytes: ByteString? {
        if case .bytes(let bytes) = source, isSentAsIs { bytes } else { nil }
    }

    var announcement: EncodingReader.Announcement? {
        guard case .file(let file) = source, let length else { return nil }
        return (length, .fileModified(path: file.path))
    }
}
