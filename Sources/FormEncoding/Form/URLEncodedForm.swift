import Foundation

/// A form sent as `application/x-www-form-urlencoded` (WHATWG URL §5.2): ordered pairs.
public struct URLEncodedForm: Sendable, Hashable {
    /// A name and its value, before they are escaped.
    struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// In the order in which they are sent.
    private(set) var fields: [Field] = []

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
    /// `encoder` says how dates, data and names are written. Throws `EncodingError` if the value has no properties,
    /// and what `encoder` throws.
    @_disfavoredOverload
    public init(_ value: some Encodable, using encoder: JSONEncoder = JSONEncoder()) throws {
        try self.init(Value.members(of: value, encoder))
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

    /// A value that may have others inside; literals of texts, numbers, truth values, arrays and
    /// dictionaries are values.
    public indirect enum Value: Sendable, Hashable {
        /// One field.
        case text(String)
        /// A field for each value, in their order.
        case array([Value])
        /// A field for each value, in the order of the names' bytes.
        case dictionary([String: Value])

        static func number(_ number: some LosslessStringConvertible) -> Value { .text("\(number)") }
        static func truth(_ value: Bool) -> Value { .text(value ? "1" : "0") }
    }
}

extension URLEncodedForm.Value: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
}

extension URLEncodedForm.Value: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) { self = .number(value) }
}

extension URLEncodedForm.Value: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { self = .number(value) }
}

extension URLEncodedForm.Value: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { self = .truth(value) }
}

extension URLEncodedForm.Value: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: URLEncodedForm.Value...) { self = .array(elements) }
}

extension URLEncodedForm.Value: ExpressibleByDictionaryLiteral {
    /// The last of equal keys counts.
    public init(dictionaryLiteral elements: (String, URLEncodedForm.Value)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}

extension URLEncodedForm.Value {
    /// The properties of a value, by way of JSON.
    static func members(
        of value: some Encodable, _ encoder: JSONEncoder
    ) throws -> [String: Self] {
        let json = try JSONDecoder().decode(JSONValue.self, from: encoder.encode(value))
        guard case .dictionary(let members)? = json.value else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "a form needs names for its values"))
        }
        return members
    }
}

/// A value of JSON; nil for `null`.
private struct JSONValue: Decodable {
    let value: URLEncodedForm.Value?

    init(from decoder: any Decoder) throws {
        let json = try decoder.singleValueContainer()
        value =
            if json.decodeNil() {
                nil
            } else if let members = try? json.decode([String: JSONValue].self) {
                .dictionary(members.compactMapValues(\.value))
            } else if let elements = try? json.decode([JSONValue].self) {
                .array(elements.compactMap(\.value))
            } else if let bool = try? json.decode(Bool.self) {
                .truth(bool)
            } else if let number = try? json.decode(Int64.self) {
                .number(number)
            } else if let number = try? json.decode(UInt64.self) {
                .number(number)
            } else if let number = try? json.decode(Double.self) {
                .number(number)
            } else {
                .text(try json.decode(String.self))
            }
    }
}
