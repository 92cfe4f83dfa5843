import Foundation

/// Refuses content with a line that begins with a boundary, which a receiver would take for the end
/// of the part (RFC 2046 §5.1.1). Random boundaries need no check.
struct BoundarySearch {
    private let part: PartReference
    private let boundaries: [Boundary]
    /// For each boundary, a line end followed by it; some receivers accept an LF alone.
    private let patterns: [[UInt8]]
    private let longest: Int
    /// The last bytes seen, after a line end if the content begins a line.
    private var tail: [UInt8]

    init(_ boundaries: [Boundary], part: PartReference, startsLine: Bool = true) {
        tail = startsLine ? [0x0A] : []
        self.part = part
        self.boundaries = boundaries
        patterns = boundaries.map { Array("\n--".utf8) + $0.value }
        longest = patterns.map(\.count).max() ?? 0
    }

    mutating func inspect(_ bytes: UnsafeRawBufferPointer) throws(BodyFault) {
        let seam = tail + bytes.prefix(longest)
        for (pattern, boundary) in zip(patterns, boundaries) {
            let isFound = seam.withUnsafeBytes {
                Self.finds(pattern, in: $0) || Self.finds(pattern, in: bytes)
            }
            if isFound { throw .boundaryInContent(boundary: boundary.value, part: part) }
        }
        tail = bytes.count >= longest ? Array(bytes.suffix(longest)) : seam.suffix(longest)
    }

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

/// Refuses content with a byte over 127 (RFC 2045 §2.7).
struct SevenBitCheck {
    let part: PartReference
    private(set) var position: Int64

    mutating func inspect(_ bytes: UnsafeRawBufferPointer) throws(BodyFault) {
        // The compiler looks at many bytes at a time, since it need not stop at the first.
        if bytes.reduce(0, |) > 0x7F, let index = bytes.firstIndex(where: { $0 > 0x7F }) {
            throw .notSevenBit(part: part, offset: position + Int64(index), byte: bytes[index])
        }
        position += Int64(bytes.count)
    }
}
