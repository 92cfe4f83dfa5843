extension URLEncodedForm {
    /// A value that may have others inside.
    public indirect enum Value: Sendable, Hashable {
        /// One field.
        case text(ByteString)
        /// A field for each value, in their order.
        case array([Value])
        /// A field for each value, in the order of the names' bytes.
        case dictionary([String: Value])
    }

    /// A form of the fields of a dictionary, named as Alamofire's `URLEncodedFormEncoder` does by
    /// default: `name[]` for each value of an array, `name[key]` for that of a dictionary. Names are
    /// sorted, the values of an array stay in their order. An empty array or dictionary has no field.
    ///
    ///     URLEncodedForm(["a": ["1", "2"], "b": ["x": "y"], "c": "z"])
    ///     // a[]=1&a[]=2&b[x]=y&c=z, with the brackets escaped
    public init(_ values: [String: Value]) {
        self.init()
        append(.dictionary(values), name: nil)
    }

    private mutating func append(_ value: Value, name: ByteString?) {
        switch value {
        case .text(let text): fields.append(Field(name ?? "", text))
        case .array(let values):
            for value in values { append(value, name: (name ?? "") + "[]") }
        case .dictionary(let values):
            let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (key, value) in sorted {
                let suffix = name == nil ? key : "[\(key)]"
                append(value, name: (name ?? "") + ByteString(suffix))
            }
        }
    }
}

extension URLEncodedForm.Value: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .text(ByteString(value)) }
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
