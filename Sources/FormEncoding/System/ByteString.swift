import Foundation

/// Bytes that a user wrote, such as a name, a value or a path, in no particular encoding.
///
/// Arguments need not be UTF-8, and a Swift `String` would replace invalid bytes. A `ByteString`
/// keeps them.
@usableFromInline
package struct ByteString: Sendable, Hashable {
    @usableFromInline package var bytes: [UInt8]

    @usableFromInline package init() { bytes = [] }

    @inlinable package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The bytes as they are. Inlinable, as the one above: each module then has it for its own sequences, without
    /// looking up their conformances for every text.
    @inlinable package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The UTF-8 of `string`, without normalisation.
    package init(_ string: some StringProtocol) { bytes = Array(string.utf8) }

    /// Hashes the bytes at once; an array hashes one by one.
    @usableFromInline package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension ByteString: RandomAccessCollection, RangeReplaceableCollection {
    @usableFromInline package var startIndex: Int { 0 }
    @usableFromInline package var endIndex: Int { bytes.count }

    @usableFromInline package subscript(index: Int) -> UInt8 { bytes[index] }

    @usableFromInline package mutating func replaceSubrange(
        _ range: Range<Int>, with newBytes: some Collection<UInt8>
    ) {
        bytes.replaceSubrange(range, with: newBytes)
    }

    /// Adds all bytes at once, for `+` too.
    @inlinable package mutating func append(contentsOf newBytes: some Sequence<UInt8>) {
        bytes.append(contentsOf: newBytes)
    }

    @usableFromInline package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try bytes.withContiguousStorageIfAvailable(body)
    }
}

extension ByteString: CustomStringConvertible {
    /// The bytes as text, with U+FFFD in place of what is not UTF-8: for messages only.
    @usableFromInline package var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension ByteString {
    package init(cString: UnsafePointer<CChar>) {
        self.init(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    /// NUL-terminated, for system calls; they ignore bytes after a NUL inside.
    package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension [UInt8] {
    /// Appends the UTF-8 of a literal, as one copy.
    static func += (bytes: inout [UInt8], text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Calls `body` with each scalar of UTF-8 and its bytes, and with `nil` and the bytes that are not UTF-8.
    package func forEachScalar(_ body: (Unicode.Scalar?, ArraySlice<UInt8>) -> Void) {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = makeIterator()
        var index = 0
        while true {
            let start = index
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return
            case .error(let count):
                index += count
                body(nil, self[start..<index])
            case .valid(let code):
                index += code.count
                body(Unicode.UTF8.decode(code), self[start..<index])
            }
        }
    }
}

extension ByteString: ExpressibleByStringInterpolation {
    @usableFromInline package init(stringLiteral value: String) { self.init(value) }

    /// The UTF-8 of the literal and of the values in it; a `ByteString` among them keeps its bytes.
    @usableFromInline package init(stringInterpolation: StringInterpolation) {
        bytes = stringInterpolation.bytes
    }

    /// The pieces of a literal.
    @usableFromInline package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        @usableFromInline package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity)
        }

        @usableFromInline package mutating func appendLiteral(_ literal: String) {
            bytes += literal.utf8
        }

        /// Adds the text of a value, or the bytes of a `ByteString`.
        @usableFromInline package mutating func appendInterpolation(_ value: some Any) {
            if let value = value as? ByteString {
                bytes += value.bytes
            } else {
                bytes += "\(value)".utf8
            }
        }
    }
}

extension ByteString {
    /// The path of a file URL. Throws `.notFileURL`, also for a path with a NUL, which the system
    /// would cut there.
    init(pathOf url: URL) throws(BodyFault) {
        guard url.isFileURL, !url.path.utf8.contains(0), !url.absoluteString.contains("%00"),
            let path = url.withUnsafeFileSystemRepresentation({ $0.map { ByteString(cString: $0) } }
            ), !path.isEmpty
        else { throw .notFileURL(url) }
        self = path
    }
}
