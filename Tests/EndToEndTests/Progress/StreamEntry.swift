import Foundation
import TestSupport
import Testing

/// An object of `--progress json`, with the members that tests ask for.
struct StreamEntry: Decodable, Equatable {
    var event: String
    var index: Int?
    var total: Int64?
    var attempt: Int?
    var read: Int64?
    var sent: Int64?
    var part: String?
    var status: Int?
    var exit: Int?
    var level: String?
    var text: String?
    var upload_url: String?

    /// Those in a text, which is nothing else, unless there are lines of others.
    static func all(in text: String, amongOthers: Bool = false) throws -> [StreamEntry] {
        let schema = try JSONSchema(fixture: "../Sources/Packaging/progress.schema.json")
        let lines = text.split(separator: "\n").filter { !amongOthers || $0.hasPrefix("{") }
        return try lines.map { line in
            #expect(try schema.problems(of: String(line)) == [], "\(line)")
            let entry = try JSONDecoder().decode(StreamEntry.self, from: Data(line.utf8))
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let known = try schema.fields(by: "event")[entry.event] ?? []
            let fields = Set((object ?? [:]).keys)
            #expect(fields.isSubset(of: known), "\(line)")
            return entry
        }
    }
}
