import FormEncoding
import Foundation

/// The files that have grown while they were sent (`--allow-growth`), until a warning names them.
final class GrownFiles: @unchecked Sendable {  // `surplus` is behind `lock`
    private let lock = NSLock()
    private var surplus: [ByteString: Int64] = [:]

    /// Records how many bytes came after the start; of several passes over a file the largest count
    /// stays.
    func record(_ count: Int64, of path: ByteString) {
        lock.withLock { surplus[path] = max(count, surplus[path] ?? 0) }
    }

    /// Returns the files with their surplus, sorted by path, and forgets them.
    func drain() -> [(path: ByteString, surplus: Int64)] {
        let files = lock.withLock {
            defer { surplus = [:] }
            return surplus
        }
        return files.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { (path: $0.key, surplus: $0.value) }
    }
}

extension Run {
    /// Receives the growth of files; nil if that is an error.
    func growthObserver(_ settings: Settings) -> GrowthObserver? {
        guard settings.form.allowsGrowth else { return nil }
        return { [grown] count, path in grown.record(count, of: path) }
    }

    /// Warns of the files that have grown.
    func reportGrowth() {
        for file in grown.drain() { console.warn(Messages.grew(file.path, by: file.surplus)) }
    }
}
