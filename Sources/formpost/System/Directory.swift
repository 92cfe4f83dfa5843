import FormEncoding
import Foundation

/// Looks into directories, by the bytes of their names.
enum Directory {
    /// The names in the directory at a path, without `.` and `..`, sorted by their bytes.
    static func names(in path: ByteString) throws(Errno) -> [ByteString] {
        guard !path.contains(0), let directory = opendir(path.cString) else { throw .last }
        defer { closedir(directory) }
        var names: [ByteString] = []
        while true {
            // The end of the directory leaves it as it is.
            errno = 0
            guard let entry = readdir(directory) else { break }
            // A copy of the entry would be longer than the entry may be.
            let name = UnsafeRawPointer(entry).advanced(by: nameOffset)
                .assumingMemoryBound(to: CChar.self)
            names.append(ByteString(cString: name))
        }
        guard errno == 0 else { throw .last }
        return names.filter { $0 != "." && $0 != ".." }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns the kind of the file at a path, with all links followed; `nil` if there is none. A failure
    /// is something that cannot be looked at: a link to nowhere, a file in a closed directory.
    static func kind(of path: ByteString) -> Result<FileSnapshot.Kind, Errno>? {
        do throws(Errno) {
            return .success(try FileSnapshot(ofPath: path).kind)
        } catch {
            var status = stat()
            let isMissing =
                lstat(path.cString, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
            return isMissing ? nil : .failure(error)
        }
    }

    /// Whether the path itself is a symbolic link.
    static func isLink(_ path: ByteString) -> Bool {
        var status = stat()
        return lstat(path.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}

extension ByteString {
    /// The path of a file in the directory at this path.
    func appending(component name: ByteString) -> ByteString {
        isEmpty || last == UInt8(ascii: "/") ? self + name : self + "/" + name
    }

    /// The path of the file whose name is nearest to that of a missing one, in the same directory.
    var nearestFile: ByteString? {
        let directory = ByteString(prefix((lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1))
        let name = ByteString(dropFirst(directory.count)).description
        let names = try? Directory.names(in: directory.isEmpty ? "." : directory)
        let others = (names ?? []).compactMap { String(validating: $0.bytes, as: UTF8.self) }
            .filter { $0 != name }
        let nearest =
            others.first { $0.lowercased() == name.lowercased() }
            ?? Suggestion.nearest(to: name, among: others)
        return nearest.map { directory + ByteString($0) }.flatMap { $0.isFile ? $0 : nil }
    }
}
