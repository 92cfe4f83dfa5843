import Foundation

/// The repository: the directory in which the program is started.
enum Tree {
    static func path(_ name: String) -> String {
        "\(FileManager.default.currentDirectoryPath)/\(name)"
    }
}
