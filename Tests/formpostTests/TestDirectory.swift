import Foundation

/// A directory of a test's own, removed with it.
final class TestDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "formpost-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/" + name, withIntermediateDirectories: false)
    }
}
