/// A form sent as `application/x-www-form-urlencoded` (WHATWG URL §5.2): ordered pairs.
public struct URLEncodedForm: Sendable, Hashable {
    /// A name and its value, before they are escaped.
    struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// In the order in which they are sent.
    private var fields: [Field] = []

    /// A form of pairs, in their order.
    ///
    ///     URLEncodedForm([("q", "a b&c"), ("name", "Zoë")])  // q=a+b%26c&name=Zo%C3%AB
    public init(_ pairs: [(String, String)]) {
        fields = pairs.map { Field(name: $0, value: $1) }
    }

    /// A form of a dictionary's fields, sorted by their names.
    public init(_ values: [String: String]) { self.init(values.mapValues { .text($0) }) }

    /// A form of the fields of a dictionary, named as Alamofire's `URLEncodedFormEncoder` does by
    /// default: `name[]` for each value of an array, `name[key]` for that of a dictionary. Names are
    /// sorted, the values of an array stay in their order. An empty array or dictionary has no field.
    /// True is 1, false 0.
    ///
    ///     URLEncodedForm(["a": ["1", "2"], "b": ["x": "y"], "page": 3, "on": true])
    ///     // a[]=1&a[]=2&b[x]=y&on=1&page=3, with the brackets escaped
    public init(_ values: [String: Value]) {
        append(.dictionary(values), name: nil)
    }

    /// A form of the properties of a value, or of a dictionary, as they are in JSON; named as those of
    /// `init(_: [String: Value])`. Properties that are nil have no field.
    ///
    /// Throws `EncodingError` if the value has no properties, and what encoding it throws.
    @_disfavoredOverload
    public init(_ value: some Encodable) throws {
        try self.init(Value.members(of: value))
    }

    /// `name=value&name=value`: letters, digits and `*-._` as they are, a space as `+`, every other
    /// byte of UTF-8 as `%XX`.
    public var serialized: String {
        let pairs = fields.map { field in
            [field.name, field.value].map {
                String(decoding: PercentEncoding.form.escaping($0.utf8), as: UTF8.self)
            }.joined(separator: "=")
        }
        return pairs.joined(separator: "&")
    }

    /// The form as a body, with its content type.
    public func body() -> EncodedBody {
        EncodedBody(bytes: ByteString(serialized), contentType: .urlEncodedForm)
    }

    private mutating func append(_ value: Value, name: String?) {
        switch value {
        case .text(let text): fields.append(Field(name: name ?? "", value: text))
        case .array(let values):
            for value in values { append(value, name: (name ?? "") + "[]") }
        case .dictionary(let values):
            let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (key, value) in sorted {
                append(value, name: name.map { "\($0)[\(key)]" } ?? key)
            }
        }
    }
}
