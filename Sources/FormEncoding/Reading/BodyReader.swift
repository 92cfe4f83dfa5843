/// Reads an encoded body once, from start to end, in chunks of the caller's size. Used by one thread
/// at a time.
///
/// At most one file is open. Content goes from `pread(2)` directly into the caller's buffer.
package final class BodyReader: ByteReader {
    package private(set) var bytesRead: Int64 = 0
    /// Whether the time limit of `encoded` also applies to pipes that are read; false if the transfer has
    /// a deadline of its own.
    package var limitsInputs = true

    private let sections: [BodySection]
    private var index = 0
    /// The open section, if it is not plain bytes.
    private var content: SectionReader?
    /// The offset in a section of plain bytes.
    private var position = 0
    private var failure: BodyFault?
    /// How many bytes are dropped before the first one that is returned, and how many have been.
    private let skipped: Int64
    private var dropped: Int64 = 0
    /// How many bytes of the sections may be returned; nil for all.
    private let limit: Int64?
    /// The stream that is read, on which other threads only call `cancel`.
    private let cancellation = Guarded<(isCancelled: Bool, stream: (any ByteReader)?)>(
        (false, nil))

    init(_ sections: [BodySection], skipping: Int64 = 0, limit: Int64? = nil) {
        self.sections = sections
        self.limit = limit
        skipped = limit == 0 ? 0 : skipping
        if limit == 0 { index = sections.count }
    }

    /// The part that the next byte belongs to; nil after the last part.
    package var currentPart: PartReference? {
        index < sections.count ? sections[index].part : nil
    }

    package var isAtEnd: Bool { failure == nil && index == sections.count }

    /// Fills `buffer` across parts and returns how many bytes it put there; 0 is the end.
    ///
    /// Returns fewer bytes than fit at the end, or if a stream has none for now. An error of a file
    /// or a stream is thrown before the body is complete, and again at every later call.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int {
        if let failure { throw failure }
        do throws(BodyFault) {
            if dropped < skipped { try skip(with: buffer) }
            let count = try fill(buffer.prefix((limit ?? .max) - bytesRead))
            bytesRead += Int64(count)
            if bytesRead == limit { try end() }
            return count
        } catch {
            close()
            let cause = isCancelled ? .cancelled : error
            failure = cause
            throw cause
        }
    }

    /// Closes the open input. A later `read` throws `.cancelled`, unless everything was read.
    package func close() {
        leaveContent()
        if failure == nil, index < sections.count { failure = .cancelled }
    }

    /// Makes a read throw `.cancelled` soon, now or later, unless everything was read; from any thread.
    package func cancel() {
        let stream = cancellation.withLock {
            $0.isCancelled = true
            return $0.stream
        }
        stream?.cancel()
    }

    private var isCancelled: Bool { cancellation.withLock { $0.isCancelled } }

    private func skip(with buffer: UnsafeMutableRawBufferPointer) throws(BodyFault) {
        while dropped < skipped, !buffer.isEmpty {
            let count = try fill(buffer.prefix(skipped - dropped))
            guard count > 0 || index < sections.count else {
                throw .streamLength(announced: skipped, actual: dropped)
            }
            dropped += Int64(count)
        }
    }

    /// Ends the body within a section, whose file must be the measured one up to here.
    private func end() throws(BodyFault) {
        try content?.check()
        leaveContent()
        index = sections.count
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int {
        if index < sections.count, isCancelled { throw .cancelled }
        var filled = 0
        // Also visits an empty file after the last byte, to check it before that byte is returned.
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
        let count = bytes.withUnsafeBytes { room.copy(from: $0, at: position) }
        position += count
        if position == bytes.count { (index, position) = (index + 1, 0) }
        return count
    }

    private func readContent(
        into room: UnsafeMutableRawBufferPointer
    ) throws(BodyFault) -> Int {
        if content == nil {
            let opened = try SectionReader(sections[index])
            if !limitsInputs { (opened.stream as? LiveInput)?.limit = nil }
            follow(opened.stream)
            content = opened
        }
        let count = try content?.read(into: room) ?? 0
        if count == 0 {
            leaveContent()
            index += 1
        }
        return count
    }

    private func leaveContent() {
        content = nil
        follow(nil)
    }

    private func follow(_ stream: (any ByteReader)?) {
        let isCancelled = cancellation.withLock {
            $0.stream = stream
            return $0.isCancelled
        }
        if isCancelled { stream?.cancel() }
    }
}
