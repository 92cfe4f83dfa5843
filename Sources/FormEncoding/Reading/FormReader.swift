/// Reads an encoded body once, from start to end, in chunks of the caller's size. Used by one thread
/// at a time.
///
/// It holds one open file at most and no part of a file: content goes from `pread(2)` straight into
/// the caller's buffer.
public final class FormReader: ByteReader {
    /// How many bytes have been returned.
    public private(set) var bytesRead: Int64 = 0

    private let sections: [FormSection]
    private var index = 0
    /// Open while a section that is not plain bytes is being read.
    private var content: SectionReader?
    /// How many of a section's plain bytes have been returned.
    private var position = 0
    private var failure: BodyError?

    init(_ sections: [FormSection]) { self.sections = sections }

    /// The part that the next byte belongs to; nil after the last part.
    public var currentPart: PartReference? {
        index < sections.count ? sections[index].part : nil
    }

    /// Whether everything was returned.
    public var isAtEnd: Bool { failure == nil && index == sections.count }

    /// Fills `buffer` across parts and returns how many bytes it put there; 0 is the end.
    ///
    /// Fewer than fit are returned at the end, or where a stream has no more to give for now.
    /// Throws what is wrong with a file or a stream before the bytes that would make the body
    /// whole, and again at every later call.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyError) -> Int {
        if let failure { throw failure }
        do throws(BodyError) {
            let count = try fill(buffer)
            bytesRead += Int64(count)
            return count
        } catch {
            close()
            failure = error
            throw error
        }
    }

    /// Closes what is open. A later `read` throws `.readerClosed`, unless everything was read.
    public func close() {
        content = nil
        if failure == nil, index < sections.count { failure = .readerClosed }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(BodyError) -> Int {
        var filled = 0
        // An empty file at the end of a body is checked before the last byte is returned.
        while index < sections.count, filled < buffer.count || sections[index].length == 0 {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            if let bytes = sections[index].plainBytes {
                filled += copy(bytes.bytes, into: room)
                continue
            }
            let isLive = sections[index].isLive
            // Return buffered bytes before blocking.
            if isLive, filled > 0 { return filled }
            let count = try readContent(into: room)
            filled += count
            if isLive, count > 0 { return filled }
        }
        return filled
    }

    private func copy(_ bytes: [UInt8], into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, bytes.count - position)
        bytes.withUnsafeBytes { source in
            room.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
        }
        position += count
        if position == bytes.count { (index, position) = (index + 1, 0) }
        return count
    }

    private func readContent(
        into room: UnsafeMutableRawBufferPointer
    ) throws(BodyError) -> Int {
        if content == nil { content = try SectionReader(sections[index]) }
        let count = try content?.read(into: room) ?? 0
        if count == 0 { (content, index) = (nil, index + 1) }
        return count
    }
}
