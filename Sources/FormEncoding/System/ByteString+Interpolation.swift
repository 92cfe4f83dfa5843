extension ByteString: ExpressibleByStringInterpolation {
    /// The UTF-8 of the literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The UTF-8 of the literal and of the values in it; a `ByteString` among them keeps its bytes.
    public init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

    /// The pieces of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity)
        }

        public mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }

        /// Adds the text of a value, or the bytes of a `ByteString`.
        public mutating func appendInterpolation(_ value: some Any) {
            if let value = value as? ByteString {
                bytes += value.bytes
            } else {
                bytes += "\(value)".utf8
            }
        }
    }
}
