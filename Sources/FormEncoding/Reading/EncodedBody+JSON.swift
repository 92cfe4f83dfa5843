import Foundation

extension EncodedBody {
    /// A value as JSON (RFC 8259), in memory, with the content type `application/json`.
    ///
    /// Throws what `encoder` throws.
    public init(json value: some Encodable, by encoder: JSONEncoder = JSONEncoder()) throws {
        self.init(bytes: ByteString(try encoder.encode(value)), contentType: .json)
    }
}
