#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Content that must not have a line which begins with a boundary: a receiver would take it for the
/// end of the part (RFC 2046 §5.1.1). A random boundary needs no such check.
final class BoundaryGuard: ByteSource {
    private let source: any ByteSource
    private let part: PartLabel
    private let boundaries: [Boundary]
    /// A line end and the boundary, for each of them; some receivers take an LF alone.
    private let patterns: [[UInt8]]
    private let longest: Int
    /// The last bytes handed out; the content begins where a line does.
    private var tail: [UInt8] = [0x0A]

    init(_ source: any ByteSource, _ boundaries: [Boundary], part: PartLabel) {
        self.source = source
        self.part = part
        self.boundaries = boundaries
        patterns = boundaries.map { Array("\n--".utf8) + $0.value.bytes }
        longest = patterns.map(\.count).max() ?? 0
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        let count = try source.read(into: buffer)
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let seam = tail + bytes.prefix(longest)
        for (pattern, boundary) in zip(patterns, boundaries) {
            let isFound = seam.withUnsafeBytes {
                Self.finds(pattern, in: $0) || Self.finds(pattern, in: bytes)
            }
            if isFound { throw .boundaryInContent(boundary: boundary, part: part) }
        }
        tail = count >= longest ? Array(bytes.suffix(longest)) : seam.suffix(longest)
        return count
    }

    func close() { source.close() }

    private static func finds(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        guard var place = bytes.baseAddress else { return false }
        let end = place + bytes.count
        while let found = memchr(place, Int32(pattern[0]), end - place) {
            if end - UnsafeRawPointer(found) < pattern.count { return false }
            if memcmp(found, pattern, pattern.count) == 0 { return true }
            place = UnsafeRawPointer(found) + 1
        }
        return false
    }
}
