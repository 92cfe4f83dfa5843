#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// Searching and comparing by the C library: the tests are built without optimisation, in which
// Swift's own loops over bytes take some 10 ns for each.

extension [UInt8] {
    /// The offset of the first `mark` at or after `from`.
    package func offset(of mark: [UInt8], from: Int = 0) -> Int? {
        withUnsafeBytes { bytes in
            mark.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: bytes[from...]).offset(of: $0) }
                .map { from + $0 }
        }
    }

    /// The offset of the first byte that is not the same in `other`, or at which the shorter of
    /// the two ends; nil when they are equal.
    package func firstDifference(from other: [UInt8]) -> Int? {
        withUnsafeBytes { bytes in other.withUnsafeBytes { bytes.firstDifference(from: $0) } }
    }
}

extension UnsafeRawBufferPointer {
    /// The offset of the first `mark`, found by the C library: fast without optimisation too.
    func offset(of mark: UnsafeRawBufferPointer) -> Int? {
        guard let base = baseAddress, let markBase = mark.baseAddress else { return nil }
        var from = 0
        while from + mark.count <= count {
            let window = count - mark.count + 1 - from
            guard let candidate = memchr(base + from, Int32(mark[0]), window) else { return nil }
            from = UnsafeRawPointer(candidate) - base
            if memcmp(candidate, markBase, mark.count) == 0 { return from }
            from += 1
        }
        return nil
    }

    /// As for arrays.
    func firstDifference(from other: UnsafeRawBufferPointer) -> Int? {
        let length = Swift.min(count, other.count)
        if let base = baseAddress, let otherBase = other.baseAddress,
            memcmp(base, otherBase, length) != 0
        {
            return zip(self, other).prefix { $0 == $1 }.count
        }
        return count == other.count ? nil : length
    }
}
