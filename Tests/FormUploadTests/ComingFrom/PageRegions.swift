import Foundation
import TestSupport

/// The code of the page 'Coming from …', and the same code in the tests of this folder.
///
/// A region begins with a line `// page: NAME` and ends with a line `// end`.
struct PageRegions {
    /// The Swift code blocks of the page.
    let blocks: [String]
    /// The regions of the tests, by their names.
    let regions: [String: String]
    /// Names that two regions have.
    let duplicates: [String]

    init() throws {
        let page = try Self.text("Sources/FormUpload/FormUpload.docc/ComingFrom.md")
        blocks = Self.cut(page, from: "```swift", to: "```").map(\.text)
        let folder = "Tests/FormUploadTests/ComingFrom"
        let files = try FileManager.default.contentsOfDirectory(
            atPath: "\(Repository.path)/\(folder)")
        let found = try files.filter { $0.hasSuffix("Tests.swift") }.flatMap { file in
            Self.cut(try Self.text("\(folder)/\(file)"), from: "// page: ", to: "// end")
        }
        regions = Dictionary(found.map { ($0.name, $0.text) }) { first, _ in first }
        duplicates = found.map(\.name).filter { name in found.count { $0.name == name } > 1 }
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try fileBytes("\(Repository.path)/\(path)"), as: UTF8.self)
    }

    /// The lines between those that begin with `start` and those that are `end`, without the
    /// indentation that they share.
    private static func cut(
        _ text: String, from start: String, to end: String
    ) -> [(name: String, text: String)] {
        var found: [(name: String, text: String)] = []
        var open: (name: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            if let region = open {
                if words == end {
                    found.append((region.name, unindented(region.lines)))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if words.hasPrefix(start) {
                open = (String(words.dropFirst(start.count)), [])
            }
        }
        return found
    }

    private static func unindented(_ lines: [Substring]) -> String {
        let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(depth) }.joined(separator: "\n")
    }
}
