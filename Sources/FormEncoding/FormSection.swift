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

    /// In bytes, as sent; nil if that is not known.
    public internal(set) var length: Int64?
    /// The part that it belongs to; nil for the lines after the last part.
    public let part: PartLabel?

    init(_ origin: Origin, encoding: ContentTransferEncoding? = nil, part: PartLabel?) {
        self.origin = origin
        self.encoding = encoding.flatMap { $0.isIdentity ? nil : $0 }
        self.part = part
        length = rawLength
    }

    /// Before encoding.
    var rawLength: Int64? {
        switch origin {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let range): range.length
        case .stream(let stream): stream.length
        }
    }

    var isReplayable: Bool {
        if case .stream(let stream) = origin { stream.isReplayable } else { true }
    }

    /// Whether a read may wait for bytes that someone else has yet to make.
    var isLive: Bool {
        if case .stream = origin { true } else { false }
    }

    /// Opens the content, to be read once from start to end.
    func open() throws(FormEncodingError) -> any ByteSource {
        let raw: any ByteSource =
            switch origin {
            case .bytes(let bytes): BytesSource(bytes)
            case .file(let range): try FileSource(range)
            case .stream(let stream): try StreamSource(stream)
            }
        return raw
    }
}
