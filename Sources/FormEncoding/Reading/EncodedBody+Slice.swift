extension EncodedBody {
    /// The bytes of this body from `offset` on: `count` of them, or all; for a request that goes on where an
    /// earlier one stopped.
    ///
    /// Files and memory are read from `offset` on, and base64 from the start of its line. Streams, escaped
    /// content and quoted-printable are read from the start, and what precedes `offset` is dropped, in constant
    /// memory. The checks of files that change stay as they are.
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
        if let length { rest = rest.first(start + length) }
        return EncodedBody(
            contentType: contentType, contentLength: length, sections: Array(rest), skipped: start,
            limit: count == nil && limit == nil ? nil : length)
    }
}

extension ArraySlice<FormSection> {
    /// The sections with the first `count` bytes. The last one may have more, where its source cannot be cut.
    fileprivate func first(_ count: Int64) -> ArraySlice<FormSection> {
        var left = count
        for index in indices {
            guard let length = self[index].length else { return self }
            if length >= left {
                return self[..<index] + (left > 0 ? [self[index].first(left)] : [])
            }
            left -= length
        }
        return self
    }
}

extension FormSection {
    /// The section without as many of its first `count` bytes as can be skipped unread, and how many those
    /// are.
    fileprivate func advanced(by count: Int64) -> (FormSection, passed: Int64) {
        guard let raw = source.length else { return (self, 0) }
        let (start, passed): (Int64, Int64)
        switch encoding {
        case nil, .transfer(.sevenBit): (start, passed) = (count, count)
        case .transfer(.base64):
            let lines = count / Base64Encoder.wholeLine.encoded
            start = lines * Base64Encoder.wholeLine.plain
            passed = lines * Base64Encoder.wholeLine.encoded
        default: return (self, 0)
        }
        guard let source = source.slice(start..<raw) else { return (self, 0) }
        return (replacing(source, length: length.map { $0 - passed }, start: start), passed)
    }

    /// The first `count` bytes; the whole section if its bytes have to be made from the start.
    fileprivate func first(_ count: Int64) -> FormSection {
        let isExact = encoding == nil || encoding == .transfer(.sevenBit)
        guard isExact, count != length, let source = source.slice(0..<count) else { return self }
        return replacing(source, length: count, start: start)
    }
}

extension ByteSource {
    /// A range of the bytes; nil for a stream.
    fileprivate func slice(_ range: Range<Int64>) -> ByteSource? {
        switch self {
        case .bytes(let bytes):
            .bytes(ByteString(bytes: bytes.bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
        case .data(let data):
            .data(data.dropFirst(Int(range.lowerBound)).prefix(range.count))
        case .file(let file): .file(file.slice(range))
        case .stream: nil
        }
    }
}
