/// Reads the content of one section, encoded and checked.
final class SectionReader {
    private let source: SourceReader
    /// Nil if the bytes are sent as they are; the source then reads into the caller's buffer.
    private let encoder: EncodingReader?
    private var sevenBit: SevenBitCheck?
    private var boundaries: BoundarySearch?

    init(_ section: FormSection) throws(BodyError) {
        source = try SourceReader(section.source)
        encoder = section.encoding?.makeEncoder().map { [source] in
            EncodingReader(source, $0, announced: section.announcement)
        }
        let part = section.part ?? PartReference(index: 0)
        if section.encoding == .transfer(.sevenBit) {
            sevenBit = SevenBitCheck(part: part, from: section.start)
        }
        if !section.guarded.isEmpty {
            boundaries = BoundarySearch(
                section.guarded, part: part, startsLine: section.start == 0)
        }
    }

    deinit { source.close() }

    /// How many bytes of the source have been read.
    var sourcePosition: Int64 { source.position }

    /// The reader of a stream, if that is what is read.
    var stream: (any ByteReader)? { source.stream }

    /// Throws if the file has changed, before its end is reached.
    func check() throws(BodyError) { try source.check() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyError) -> Int {
        let count =
            if let encoder {
                try encoder.read(into: buffer)
            } else {
                try source.read(into: buffer)
            }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        try sevenBit?.inspect(bytes)
        try boundaries?.inspect(bytes)
        return count
    }
}
