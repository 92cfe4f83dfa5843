import Foundation

// Names the symbols without a doc comment in the symbol graphs of a folder, and fails if there are
// any: swift undocumented.swift FOLDER

struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Comment: Decodable {}

        struct Location: Decodable {
            struct Position: Decodable {
                let line: Int
            }

            let uri: URL
            let position: Position
        }

        struct Kind: Decodable {
            let identifier: String
        }

        let kind: Kind
        let pathComponents: [String]
        let docComment: Comment?
        let location: Location?

        /// Whether it is an extension of another module's type, which has no comment of its own.
        var isExtension: Bool { kind.identifier.hasSuffix(".extension") }

        /// As compilers name a place. A symbol without one comes from the compiler.
        var complaint: String {
            let place = location.map { "\($0.uri.path):\($0.position.line + 1): " } ?? ""
            return "\(place)no doc comment: \(pathComponents.joined(separator: "."))"
        }
    }

    let symbols: [Symbol]
}

let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let graphs = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
var symbols: [SymbolGraph.Symbol] = []
for case let file as URL in graphs ?? .init() where file.pathExtension == "json" {
    symbols += try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
}
var complaints = symbols.filter { $0.docComment == nil && !$0.isExtension }.map(\.complaint)
if symbols.isEmpty { complaints.append("no symbols in \(folder.path)") }
for complaint in complaints.sorted() {
    FileHandle.standardError.write(Data((complaint + "\n").utf8))
}
exit(complaints.isEmpty ? 0 : 1)
