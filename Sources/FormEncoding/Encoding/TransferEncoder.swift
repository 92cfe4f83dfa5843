/// Rewrites content chunk by chunk. The only state between chunks is the column.
protocol TransferEncoder {
    /// Encodes the next bytes, and returns how many were used and how many were written. Bytes
    /// whose encoding depends on the following ones are left for the next call, unless `isLast`.
    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int)
}

/// An encoder whose output has a length that follows from the content only. What it does is written
/// once, and compiled for writing and for counting.
protocol CountingEncoder: TransferEncoder {
    /// As `encode`; returns how many bytes were used.
    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: inout some EncodedOutput
    ) -> Int

    /// As `encode`, but only counts what it would write.
    mutating func count(
        _ input: UnsafeRawBufferPointer, isLast: Bool
    ) -> (used: Int, written: Int)
}

extension CountingEncoder {
    mutating func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int) {
        var output = WrittenOutput(output)
        return (encode(input, isLast: isLast, &output), output.count)
    }

    mutating func count(
        _ input: UnsafeRawBufferPointer, isLast: Bool
    ) -> (used: Int, written: Int) {
        var output = CountedOutput()
        return (encode(input, isLast: isLast, &output), output.count)
    }
}

/// Where encoded bytes go. An encoder is compiled for each kind.
protocol EncodedOutput {
    var count: Int { get }

    mutating func put(_ byte: UInt8)

    /// The byte in quoted-printable: as it is (`width` 1) or escaped (3).
    mutating func put(_ byte: UInt8, width: Int)
}

struct WrittenOutput: EncodedOutput {
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    /// Without branches, which random bytes would make wrong guesses of: the digits of a byte that is
    /// not escaped are overwritten.
    @inline(__always)
    mutating func put(_ byte: UInt8, width: Int) {
        buffer[count] = width == 1 ? byte : UInt8(ascii: "=")
        buffer[count + 1] = Self.digit(byte >> 4)
        buffer[count + 2] = Self.digit(byte & 0xF)
        count += width
    }

    @inline(__always)
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

struct CountedOutput: EncodedOutput {
    private(set) var count = 0

    @inline(__always)
    mutating func put(_ byte: UInt8) { count += 1 }

    @inline(__always)
    mutating func put(_ byte: UInt8, width: Int) { count += width }
}
