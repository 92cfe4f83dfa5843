/// Bytes that a user wrote, such as a name, a value or a path, in no particular encoding.
///
/// Arguments need not be UTF-8, and a Swift `String` would replace invalid bytes. A `ByteString`
/// keeps them.
public struct ByteString: Sendable, Hashable {
    /// The bytes as an array.
    @usableFromInline package var bytes: [UInt8]

    /// No bytes.
    public init() { bytes = [] }

    /// The bytes as they are.
    @inlinable public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The bytes as they are. Inlinable, as the one above: each module then has it for its own sequences, without
    /// looking up their conformances for every text.
    @inlinable package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The UTF-8 of `string`, without normalisation.
    public init(_ string: some StringProtocol) { bytes = Array(string.utf8) }
}

extension ByteString: RandomAccessCollection, RangeReplaceableCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { bytes.count }

    public subscript(index: Int) -> UInt8 { bytes[index] }

    public mutating func replaceSubrange(
        _ range: Range<Int>, with newBytes: some Collection<UInt8>
    ) {
        bytes.replaceSubrange(range, with: newBytes)
    }

    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try bytes.withContiguousStorageIfAvailable(body)
    }
}

extension ByteString: CustomStringConvertible {
    /// The bytes as text, with U+FFFD in place of what is not UTF-8: for messages only.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension ByteString {
    /// The bytes of a C string, in any encoding.
    package init(cString: UnsafePointer<CChar>) {
        var end = cString
        while end.pointee != 0 { end += 1 }
        self.init(UnsafeRawBufferPointer(start: cString, count: end - cString))
    }

    /// NUL-terminated, for system calls; they ignore bytes after a NUL inside.
    package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension [UInt8] {
    /// Appends the UTF-8 of a literal, as one copy.
    static func += (bytes: inout [UInt8], text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}
