import Foundation
import TestSupport

/// What is in a directory and below it.
struct FileTree: Sendable {
    /// The facts by which a change is noticed.
    private struct State: Equatable {
        var mode: mode_t
        var node: ino_t
        var size: off_t
        /// When it was changed, in seconds and nanoseconds.
        var time: [Int]

        init(_ facts: stat, isDirectory: Bool) {
            mode = facts.st_mode
            node = facts.st_ino
            // A directory has another size and time when a file has come and gone.
            size = isDirectory ? 0 : facts.st_size
            #if canImport(Darwin)
                let change = facts.st_ctimespec
            #else
                let change = facts.st_ctim
            #endif
            time = isDirectory ? [] : [change.tv_sec, change.tv_nsec]
        }
    }

    private var states: [String: State] = [:]

    init(_ path: String) { add(path, prefix: "") }

    private mutating func add(_ directory: String, prefix: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            return
        }
        for name in names {
            let path = "\(directory)/\(name)"
            var facts = stat()
            guard lstat(path, &facts) == 0 else { continue }
            let isDirectory = facts.st_mode & S_IFMT == S_IFDIR
            states[prefix + name] = State(facts, isDirectory: isDirectory)
            if isDirectory { add(path, prefix: "\(prefix)\(name)/") }
        }
    }

    /// Returns the paths that were `made`, `changed` or `removed`.
    func changes(since old: FileTree) -> [(path: String, what: String)] {
        Set(states.keys).union(old.states.keys).sorted().compactMap { path in
            switch (old.states[path], states[path]) {
            case (nil, _): (path, "made")
            case (_, nil): (path, "removed")
            case (let before, let after): before == after ? nil : (path, "changed")
            }
        }
    }

    /// Makes every directory deletable, whatever a command has made of it.
    static func openDirectories(under path: String) {
        chmod(path, 0o700)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            var facts = stat()
            if lstat("\(path)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
                openDirectories(under: "\(path)/\(name)")
            }
        }
    }
}
