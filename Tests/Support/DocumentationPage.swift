import Foundation

/// A page of a library's documentation, whose code is that of a file that tests use.
///
/// There the code stands between a line `// page: …` and `// end`.
package struct DocumentationPage {
    /// The code on the page, sorted: the file may have it in another order.
    package let code: [String]
    /// Blocks of the page that show bytes, in its order.
    package let transcripts: [String]
    /// The regions of the file, sorted.
    package let regions: [String]

    /// The page NAME of a library, and the regions of Tests/Pages/NAME.swift.
    package init(_ name: String, of library: String) throws {
        let page = "Sources/\(library)/\(library).docc/\(name).md"
        code = try Self.blocks(of: page, in: "swift").sorted()
        transcripts = try Self.blocks(of: page, in: "http")
        let lines = try Self.lines("Tests/Pages/\(name).swift")
        regions = Self.pieces(of: lines, from: "// page: ", to: "// end").sorted()
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
