import Foundation

extension ByteStream {
    /// The bytes of Foundation's streams; `open` makes one that is not open yet, anew for each
    /// attempt.
    ///
    /// `length` is the exact number of bytes; without it the body is sent in chunks. An error of the
    /// stream arrives as `BodyError.stream`. A read that blocks keeps its thread until the stream gives
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
        // A count of nothing is not the end, and Foundation refuses it.
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return 0 }
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        let count = stream.read(bytes, maxLength: buffer.count)
        guard count >= 0 else { throw stream.streamError ?? CocoaError(.fileReadUnknown) }
        return count
    }

    func close() { stream.close() }
}
