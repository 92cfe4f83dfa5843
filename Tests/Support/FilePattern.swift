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

    /// The first `count` bytes of the pattern.
    package func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes += FilePattern.block.prefix(count - bytes.count) }
        return bytes
    }
}
