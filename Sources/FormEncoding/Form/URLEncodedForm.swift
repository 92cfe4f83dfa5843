/// A form sent as `application/x-www-form-urlencoded` (WHATWG URL §5.2): ordered pairs.
public struct URLEncodedForm: Sendable, Hashable {
    /// A name and its value, before they are escaped.
    public struct Field: Sendable, Hashable {
        /// The name, not escaped.
        public var name: ByteString
        /// The value, not escaped.
        public var value: ByteString

        /// `name=value`.
        public init(_ name: ByteString, _ value: ByteString) {
            self.name = name
            self.value = value
        }
    }

    /// In the order in which they are sent.
    public var fields: [Field]

    /// A form of these fields.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// `name=value&name=value`: letters, digits and `*-._` as they are, a space as `+`, every other
    /// byte as `%XX`.
    public var serialized: ByteString {
        var output: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { output.append(UInt8(ascii: "&")) }
            output += PercentEncoding.form.escaping(field.name)
            output.append(UInt8(ascii: "="))
            output += PercentEncoding.form.escaping(field.value)
        }
        return ByteString(output)
    }

    /// The form as a body, with its content type.
    public func encoded() -> EncodedBody {
        EncodedBody(bytes: serialized, contentType: .urlEncodedForm)
    }
}
