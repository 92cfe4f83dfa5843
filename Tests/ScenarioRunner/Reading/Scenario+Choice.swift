import Foundation
import TestSupport

extension Scenario {
    /// All of them, by the names of their files.
    static func all() throws -> [Scenario] {
        let folder = Repository.path + "/Tests/Scenarios"
        return try ["", "Broken/"].flatMap { prefix in
            try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(prefix)").sorted()
                .filter { $0.hasSuffix(".txt") && $0 != "rows-in-swift.txt" }
                .flatMap { name in
                    try ScenarioFile(name: prefix + name, path: "\(folder)/\(prefix)\(name)").blocks
                        .flatMap(Scenario.all(of:))
                }
        }
    }

    /// Whether a word is in the name of its file or in its title, or names a line of it: `output.txt:12`.
    func has(_ word: String) -> Bool {
        if let (file, number) = word.cut(at: ":"), let line = Int(number) {
            return "/\(block.file)".hasSuffix("/\(file)") && lines.contains(line)
        }
        return "\(block.file): \(title)".lowercased().contains(word.lowercased())
    }
}
