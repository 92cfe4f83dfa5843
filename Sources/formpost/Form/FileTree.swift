import FormEncoding
import Foundation

/// A directory of `--form-tree`.
enum FileTree {
    /// The paths from the directory on, and the links that are not followed, sorted by their bytes. Goes
    /// through the directories with a list in place of recursion.
    static func files(
        below root: ByteString
    ) throws(Failure) -> (files: [ByteString], links: [ByteString]) {
        var (files, links): ([ByteString], [ByteString]) = ([], [])
        var directories: [ByteString] = [""]
        while let directory = directories.popLast() {
            let path = directory.isEmpty ? root : root.appending(component: directory)
            let names: [ByteString]
            do throws(Errno) { names = try Directory.names(in: path) } catch {
                throw .unreadableDirectory(path, error.rawValue)
            }
            for name in names {
                let inner = directory.appending(component: name)
                let path = root.appending(component: inner)
                switch Directory.kind(of: path) {
                case .success(.directory):
                    if Directory.isLink(path) {
                        links.append(inner)
                    } else {
                        directories.append(inner)
                    }
                // A file that cannot be looked at is reported when all files are checked.
                case .success(.regular), .failure: files.append(inner)
                // A FIFO, a device or a socket.
                case .success:
                    throw Failure(
                        ExitStatus.cannotRead,
                        "\(Messages.path(path)) is neither a file nor a directory")
                case nil: throw .unreadableDirectory(path, ENOENT)
                }
            }
        }
        guard !files.isEmpty else {
            throw Failure(ExitStatus.cannotRead, "there is no file in \(Messages.path(root))")
        }
        return (
            files.sorted { $0.lexicographicallyPrecedes($1) },
            links.sorted { $0.lexicographicallyPrecedes($1) }
        )
    }

    /// The last component, which `.`, `..` and links to them have only when they are resolved; empty
    /// for the root.
    static func name(of path: ByteString) -> ByteString {
        let last = path.split(separator: UInt8(ascii: "/")).last.map { ByteString($0) } ?? ""
        guard last.isEmpty || last == "." || last == ".." else { return last }
        guard let resolved = realpath(path.cString, nil) else { return last }
        defer { free(resolved) }
        let name = ByteString(cString: resolved).split(separator: UInt8(ascii: "/")).last
        return name.map { ByteString($0) } ?? ""
    }
}

extension Failure {
    /// A directory whose files would be missing without a word.
    static func unreadableDirectory(_ path: ByteString, _ errno: Int32) -> Failure {
        Failure(
            ExitStatus.cannotRead,
            Messages.cannotRead("the directory \(Messages.path(path))", errno))
    }
}

extension ByteString {
    /// The path of the file of that name: `-` alone is standard input.
    var asFile: ByteString { self == "-" ? "./-" : self }
}
