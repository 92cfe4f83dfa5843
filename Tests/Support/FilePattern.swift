/// Pseudo-random bytes, the same in every run, without a CR.
///
/// Without a CR, the delimiter after a part cannot match the pattern. The bytes repeat with a prime
/// period, so that blocks of common sizes differ from each other.
package struct FilePattern: Sendable {
    static let period = 65_521

    private static let block: [UInt8] = {
        var state: UInt32 = 0x9E37_79B9
        return (0..<period).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            let byte = UInt8(truncatingIfNeeded: state >> 11)
            return byte == 0x0D ? 0x0A : byte
        }
    }()

    package init() {}

    /// `count` bytes of the pattern from `offset`.
    package func bytes(_ count: Int, at offset: Int64 = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var position = Int(offset % Int64(FilePattern.period))
        while bytes.count < count {
            let length = min(FilePattern.period - position, count - bytes.count)
            bytes.append(contentsOf: FilePattern.block[position..<position + length])
            position = 0
        }
        return bytes
    }
}
