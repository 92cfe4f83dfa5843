/// Bytes that a user wrote: a field's name, a value, a path.
///
/// A shell hands over bytes, and not all of them are UTF-8; a Swift `String` would repair them.
/// A `ByteString` keeps them as they came.
public struct ByteString: Sendable, Hashable {
    public var bytes: [UInt8]

    /// The bytes as they are.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The UTF-8 of `string`, without normalisation.
    public init(_ string: some StringProtocol) { bytes = Array(string.utf8) }
}

extension ByteString: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension ByteString: CustomStringConvertible {
    /// The bytes as text, with U+FFFD in place of what is not UTF-8: for messages only.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension ByteString {
    /// The bytes of a C string, in whatever encoding.
    package init(cString: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var next = cString
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        self.bytes = bytes
    }

    /// NUL-terminated, for the system's calls. What stands behind a NUL inside is not seen by them.
    package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
