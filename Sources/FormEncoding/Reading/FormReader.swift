/// Reads an encoded body once, from start to end, in chunks of the caller's size.
///
/// It holds one open file at most and no part of a file: content goes from `read(2)` straight into
/// the caller's buffer. Not for two threads at a time.
public final class FormReader: ByteSource {
    /// How many bytes have been handed out.
    public private(set) var bytesRead: Int64 = 0

    private let sections: [FormSection]
    private var index = 0
    private var source: (any ByteSource)?
    private var position: Int64 = 0
    private var failure: FormEncodingError?

    init(_ sections: [FormSection]) { self.sections = sections }

    deinit { source?.close() }

    /// The part that the next byte belongs to; nil after the last part.
    public var currentPart: PartLabel? {
        index < sections.count ? sections[index].part : nil
    }

    /// Whether everything was handed out.
    public var isAtEnd: Bool { failure == nil && index == sections.count }

    /// Fills `buffer` across parts and returns how many bytes it put there; 0 is the end.
    ///
    /// Fewer than fit come back at the end, or where a stream has no more to give for now. Throws
    /// what is wrong with a file or a stream before the bytes that would make the body whole, and
    /// again at every later call.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        if let failure { throw failure }
        do throws(FormEncodingError) {
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
        source?.close()
        source = nil
        if failure == nil, index < sections.count { failure = .readerClosed }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        var filled = 0
        // An empty file at the end of a body is looked at before the last byte goes out.
        while index < sections.count, filled < buffer.count || sections[index].length == 0 {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            if let bytes = sections[index].plainBytes {
                filled += copy(bytes, into: room)
                continue
            }
            let isLive = sections[index].isLive
            // What is there goes out before a wait for what is not.
            if isLive, filled > 0 { return filled }
            let count = try readContent(into: room)
            filled += count
            if isLive, count > 0 { return filled }
        }
        return filled
    }

    private func copy(_ bytes: [UInt8], into room: UnsafeMutableRawBufferPointer) -> Int {
        let start = Int(position)
        let count = min(room.count, bytes.count - start)
        bytes.withUnsafeBytes { source in
            room.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
        }
        position += Int64(count)
        if start + count == bytes.count { advance() }
        return count
    }

    private func readContent(
        into room: UnsafeMutableRawBufferPointer
    ) throws(FormEncodingError) -> Int {
        let source: any ByteSource
        if let open = self.source {
            source = open
        } else {
            source = try sections[index].open()
            self.source = source
        }
        let count = try source.read(into: room)
        position += Int64(count)
        if count == 0 { advance() }
        return count
    }

    private func advance() {
        source?.close()
        source = nil
        position = 0
        index += 1
    }
}
