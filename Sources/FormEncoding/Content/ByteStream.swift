import Foundation

/// Bytes that an app makes or gets while they are sent. A stream equals its copies alone.
public struct ByteStream: Sendable, Equatable {
    /// The exact number of bytes; nil if it is not known.
    package var length: Int64?

    /// Whether `open` can be called again for another attempt, with the same bytes.
    package var isReplayable: Bool

    /// Whether a task gives the bytes, which a thread that blocks would wait for.
    let isOfTask: Bool

    private let opening: Opening

    /// A stream; each call of `open` starts at its beginning.
    ///
    /// A reader that gives more or fewer than `length` bytes fails with `.streamLength` before the
    /// body is complete. What `open` and the reader throw arrives as `BodyFault.stream`; a
    /// `BodyFault` arrives as it is.
    package init(
        length: Int64? = nil, isReplayable: Bool = true, isOfTask: Bool = false,
        open: @escaping @Sendable () throws -> any ByteReader
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.isOfTask = isOfTask
        opening = Opening(open)
    }

    private final class Opening: Sendable, Equatable {
        let open: @Sendable () throws -> any ByteReader

        init(_ open: @escaping @Sendable () throws -> any ByteReader) { self.open = open }

        static func == (one: Opening, other: Opening) -> Bool { one === other }
    }

    /// A stream that can be opened once, then throws `.notReplayable`: a second attempt would send
    /// the rest of a pipe.
    static func once(
        length: Int64? = nil, isOfTask: Bool = false,
        _ open: @escaping @Sendable () throws -> any ByteReader
    ) -> ByteStream {
        let hasBegun = Guarded(false)
        return ByteStream(length: length, isReplayable: false, isOfTask: isOfTask) {
            try hasBegun.withLock {
                guard !$0 else { throw BodyFault.notReplayable }
                $0 = true
            }
            return try open()
        }
    }

    func makeReader() throws(BodyFault) -> any ByteReader {
        do {
            return try opening.open()
        } catch {
            throw BodyFault(ofStream: error)
        }
    }
}

/// Reads bytes in order, from start to end. Used by one thread at a time.
package protocol ByteReader: AnyObject {
    /// Puts the next bytes at the start of `buffer`, which has room, and returns how many; 0 is the
    /// end. After an error it is not called again.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Releases what is open. Nothing is read afterwards. Does nothing by default.
    func close()

    /// Ends a read that blocks, now or later: it throws soon. Called from any thread, also while
    /// nothing is read. Does nothing by default.
    func cancel()
}

extension ByteReader {
    package func close() {}
    package func cancel() {}
}

extension ByteStream {
    /// The bytes of Foundation's streams; `open` makes one that is not open yet, anew for each
    /// attempt.
    ///
    /// `length` is the exact number of bytes; without it the body is sent in chunks. An error of the
    /// stream arrives as `UploadError.underlyingError`. A read that blocks keeps its thread until the stream gives
    /// something, also if the upload has ended.
    ///
    ///     ByteStream.inputStream(length: 5) { InputStream(data: Data("hello".utf8)) }
    public static func inputStream(
        length: Int64? = nil, opening open: @escaping @Sendable () throws -> InputStream
    ) -> ByteStream {
        ByteStream(length: length) { InputStreamReader(try open()) }
    }
}

private final class InputStreamReader: ByteReader {
    private let stream: InputStream

    init(_ stream: InputStream) {
        self.stream = stream
        stream.open()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        let count = stream.read(bytes, maxLength: buffer.count)
        guard count >= 0 else { throw stream.streamError ?? CocoaError(.fileReadUnknown) }
        return count
    }

    func close() { stream.close() }
}
