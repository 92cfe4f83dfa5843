import Foundation

/// Validates JSON by the part of JSON Schema (2020-12) that the fixtures use: `const`, `enum`, `type`,
/// `minimum`, `maximum`, `properties`, `required`, `not` and `oneOf`. Other keywords are a failure, so that none
/// is passed over.
public struct JSONSchema: Sendable {
    private let source: Data

    /// The schema of a fixture.
    public init(fixture name: String) throws {
        source = try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name)))
    }

    /// The fields of each alternative, by the words that its member `name` may be.
    public func fields(by name: String) throws -> [String: [String]] {
        let schema = try JSONSerialization.jsonObject(with: source) as? [String: Any]
        var fields: [String: [String]] = [:]
        for alternative in schema?["oneOf"] as? [[String: Any]] ?? [] {
            let properties = alternative["properties"] as? [String: [String: Any]] ?? [:]
            let rule = properties[name] ?? [:]
            for word in rule["enum"] as? [String] ?? [rule["const"]].compactMap({ $0 as? String }) {
                fields[word] = properties.keys.sorted()
            }
        }
        return fields
    }

    /// What is wrong with a text, a line each; empty if nothing is.
    public func problems(of text: String) throws -> [String] {
        let schema = try JSONSerialization.jsonObject(with: source)
        let value = try JSONSerialization.jsonObject(
            with: Data(text.utf8), options: .fragmentsAllowed)
        return Self.problems(of: value, by: schema as? [String: Any] ?? [:], at: "")
    }

    private static let annotations: Set<String> = ["$schema", "$id", "title", "description"]

    private static func problems(
        of value: Any, by schema: [String: Any], at path: String
    ) -> [String] {
        schema.sorted { $0.key < $1.key }.flatMap { keyword, rule -> [String] in
            if annotations.contains(keyword) { return [] }
            return problems(of: value, keyword, rule, in: schema, at: path)
        }
    }

    private static func problems(
        of value: Any, _ keyword: String, _ rule: Any, in schema: [String: Any], at path: String
    ) -> [String] {
        let object = value as? [String: Any] ?? [:]
        switch keyword {
        case "const":
            return isSame(value, rule) ? [] : ["\(path): \(value) is not \(rule)"]
        case "enum":
            let values = rule as? [Any] ?? []
            return values.contains { isSame($0, value) } ? [] : ["\(path): \(value) is not allowed"]
        case "type":
            let types = rule as? [String] ?? [rule as? String ?? ""]
            return types.contains(where: { has(value, $0) }) ? [] : ["\(path): not \(types)"]
        case "minimum", "maximum":
            guard let number = value as? NSNumber, let bound = rule as? NSNumber else { return [] }
            let order = number.compare(bound)
            let isGood =
                keyword == "minimum" ? order != .orderedAscending : order != .orderedDescending
            return isGood ? [] : ["\(path): \(number) is beyond the \(keyword) \(bound)"]
        case "required":
            return (rule as? [String] ?? []).filter { object[$0] == nil }.map {
                "\(path): no \($0)"
            }
        case "properties":
            return (rule as? [String: [String: Any]] ?? [:]).sorted { $0.key < $1.key }.flatMap {
                name, inner in
                object[name].map { problems(of: $0, by: inner, at: path + "/" + name) } ?? []
            }
        case "not":
            let isBad = problems(of: value, by: rule as? [String: Any] ?? [:], at: path).isEmpty
            return isBad ? ["\(path): \(value) is \(rule)"] : []
        case "oneOf":
            let all = (rule as? [[String: Any]] ?? []).map { problems(of: value, by: $0, at: path) }
            if all.filter(\.isEmpty).count == 1 { return [] }
            // Those of the alternative that was most likely meant.
            return all.min { $0.count < $1.count } ?? ["\(path): fits none"]
        default: return ["\(path): the keyword \(keyword) is not known here"]
        }
    }

    private static func isSame(_ one: Any, _ other: Any) -> Bool {
        (one as? NSObject) == (other as? NSObject)
    }

    private static func has(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "number": value is NSNumber
        case "integer":
            (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
        default: false
        }
    }
}
