extension EncodedBody {
    /// The bytes of this body from `offset` on: `count` of them, or all; for a request that goes on where an
    /// earlier one stopped.
    ///
    /// Files and memory are read from `offset` on, and base64 from the start of its line. Streams, escaped
    /// content and quoted-printable are read from the start, and what precedes `offset` is dropped, in constant
    /// memory; what follows `count` bytes is not read. The checks of files that change stay as they are.
    package func slice(from offset: Int64, count: Int64? = nil) -> EncodedBody {
        var start = skipped + max(0, min(offset, contentLength ?? offset))
        let left = contentLength.map { $0 - max(0, min(offset, $0)) }
        let length = count.map { max(0, min($0, left ?? $0)) } ?? left
        var rest = sections[...]
        while let length = rest.first?.length, length <= start {
            start -= length
            rest.removeFirst()
        }
        if let first = rest.first, start > 0 {
            let (section, passed) = first.advanced(by: start)
            rest[rest.startIndex] = section
            start -= passed
        }
        return EncodedBody(
            contentType: contentType, contentLength: length, sections: Array(rest), skipped: start,
            limit: count == nil && limit == nil ? nil : length)
    }
}

extension BodySection {
    /// The section without as many of its first `count` bytes as can be skipped unread, and how many those
    /// are.
    fileprivate func advanced(by count: Int64) -> (BodySection, passed: Int64) {
        let (start, passed): (Int64, Int64)
        switch encoding {
        case nil, .transfer(.sevenBit): (start, passed) = (count, count)
        case .transfer(.base64):
            let lines = count / Base64Encoder.wholeLine.encoded
            start = lines * Base64Encoder.wholeLine.plain
            passed = lines * Base64Encoder.wholeLine.encoded
        default: return (self, 0)
        }
        guard let source = source.dropFirst(start) else { return (self, 0) }
        var section = self
        (section.source, section.start) = (source, start)
        section.length = length.map { $0 - passed }
        return (section, passed)
    }
}

extension ByteSource {
    /// The bytes from `start` on; nil for a stream.
    fileprivate func dropFirst(_ start: Int64) -> ByteSource? {
        switch self {
        case .bytes(let bytes): return .bytes(ByteString(bytes: bytes.bytes.dropFirst(Int(start))))
        case .data(let data): return .data(data.dropFirst(Int(start)))
        case .file(var file):
            file.offset += start
            file.length -= start
            return .file(file)
        case .stream: return nil
        }
    }
}
