import Foundation

extension URLEncodedForm {
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
    static func members(of value: some Encodable) throws -> [String: Self] {
        let json = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
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
        if let members = try? decoder.container(keyedBy: Name.self) {
            let pairs = try members.allKeys.compactMap { key in
                try members.decode(JSONValue.self, forKey: key).value.map { (key.stringValue, $0) }
            }
            value = .dictionary(Dictionary(pairs) { $1 })
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var values: [URLEncodedForm.Value] = []
            while !elements.isAtEnd {
                if let value = try elements.decode(JSONValue.self).value { values.append(value) }
            }
            value = .array(values)
            return
        }
        let single = try decoder.singleValueContainer()
        value =
            if single.decodeNil() {
                nil
            } else if let bool = try? single.decode(Bool.self) {
                .truth(bool)
            } else if let number = try? single.decode(Int64.self) {
                .number(number)
            } else if let number = try? single.decode(UInt64.self) {
                .number(number)
            } else if let number = try? single.decode(Double.self) {
                .number(number)
            } else {
                .text(try single.decode(String.self))
            }
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }
}
