import Foundation

/// Texts stored under Fixtures/snapshots, so that changes show in a review.
///
/// `make snapshots` updates them.
package enum Snapshot {
    /// The difference from a snapshot, in words; nil if there is none.
    ///
    /// With FORMPOST_RECORD_SNAPSHOTS in the environment it writes the snapshot instead.
    package static func difference(of bytes: [UInt8], from name: String) throws -> String? {
        let path = Fixtures.path("snapshots/\(name)")
        if ProcessInfo.processInfo.environment["FORMPOST_RECORD_SNAPSHOTS"] != nil {
            try FileManager.default.createDirectory(
                atPath: Fixtures.path("snapshots"), withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return nil
        }
        guard let kept = try? fileBytes(path) else {
            return "there is no snapshot \(name): record it by make snapshots"
        }
        return difference(of: bytes, from: kept, named: name)
    }

    /// The same for a section of the README, between `<!-- NAME -->` and `<!-- end of NAME -->`.
    package static func difference(of text: String, fromReadme name: String) throws -> String? {
        let path = "\(Repository.path)/README.md"
        let readme = String(decoding: try fileBytes(path), as: UTF8.self)
        guard let start = readme.range(of: "<!-- \(name) -->\n"),
            let end = readme.range(of: "<!-- end of \(name) -->"),
            start.upperBound <= end.lowerBound
        else { return "the README has no section \(name)" }
        let section = start.upperBound..<end.lowerBound
        if ProcessInfo.processInfo.environment["FORMPOST_RECORD_SNAPSHOTS"] != nil {
            let new = readme.replacingCharacters(in: section, with: text)
            try Data(new.utf8).write(to: URL(fileURLWithPath: path))
            return nil
        }
        return difference(
            of: Array(text.utf8), from: Array(readme[section].utf8), named: "README: \(name)")
    }

    private static func difference(
        of bytes: [UInt8], from kept: [UInt8], named name: String
    ) -> String? {
        guard kept != bytes else { return nil }
        let (old, new) = (lines(kept), lines(bytes))
        let number = zip(old, new).prefix { $0 == $1 }.count
        return """
            \(name) differs from line \(number + 1) on (make snapshots records it anew)
            kept: \(number < old.count ? old[number] : "(its end)")
            now:  \(number < new.count ? new[number] : "(its end)")
            """
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
