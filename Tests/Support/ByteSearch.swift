import Foundation

// Uses the C library: in unoptimised builds Swift's loops take about 10 ns per byte.

extension [UInt8] {
    /// The offset of the first `mark` at or after `from`.
    package func offset(of mark: [UInt8], from: Int = 0) -> Int? {
        withUnsafeBytes { bytes in
            mark.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: bytes[from...]).offset(of: $0) }
                .map { from + $0 }
        }
    }

    /// The offset of the first difference from `other`, or the end of the shorter of the two; nil
    /// if they are equal.
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
