import Foundation

/// A page of a library's documentation, whose code is that of a test.
///
/// In the test the code stands between a line `// page: …` and `// end`.
package struct DocumentationPage {
    /// The code on the page, sorted: a test may have it in another order.
    package let code: [String]
    /// Blocks of the page that show bytes, in its order.
    package let transcripts: [String]
    /// The regions of the test, sorted.
    package let regions: [String]

    /// The page NAME of a library, and the regions of these files of the library's tests, by default
    /// Pages/NAME.swift.
    package init(_ name: String, of library: String, files: [String]? = nil) throws {
        let page = "Sources/\(library)/\(library).docc/\(name).md"
        code = try Self.blocks(of: page, in: "swift").sorted()
        transcripts = try Self.blocks(of: page, in: "http")
        regions = try (files ?? ["Pages/\(name).swift"]).flatMap { file in
            Self.pieces(
                of: try Self.lines("Tests/\(library)Tests/\(file)"), from: "// page: ",
                to: "// end")
        }.sorted()
    }

    /// The blocks of a Markdown file of the repository that are in this language.
    package static func blocks(of path: String, in language: String) throws -> [String] {
        pieces(of: try lines(path), from: "```\(language)", to: "```")
    }

    private static func lines(_ path: String) throws -> [Substring] {
        String(decoding: try fileBytes("\(Repository.path)/\(path)"), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines between one that begins with `start` and `end`, without the indentation of the first.
    private static func pieces(
        of lines: [Substring], from start: String, to end: String
    ) -> [String] {
        var pieces: [String] = []
        var indentation: Int?
        var piece: [Substring] = []
        for line in lines {
            let text = line.drop { $0 == " " }
            if let depth = indentation, text == end {
                pieces.append(piece.map { $0.dropFirst(depth) }.joined(separator: "\n"))
                (indentation, piece) = (nil, [])
            } else if indentation != nil {
                piece.append(line)
            } else if text.hasPrefix(start) {
                indentation = line.count - text.count
            }
        }
        return pieces
    }
}
