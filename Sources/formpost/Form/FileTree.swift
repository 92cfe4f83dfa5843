import FormEncoding
import Foundation

/// A directory of `--form-tree`.
enum FileTree {
    /// The paths from the directory on, and what is left out: links to directories, and unless `includesHidden`
    /// hidden files and directories; each sorted by their bytes. Goes through the directories with a list in place of
    /// recursion.
    static func files(
        below root: ByteString, includesHidden: Bool
    ) throws(Failure) -> (files: [ByteString], links: [ByteString], hidden: [ByteString]) {
        var (files, links, hidden): ([ByteString], [ByteString], [ByteString]) = ([], [], [])
        var directories: [ByteString] = [""]
        while let directory = directories.popLast() {
            let path = directory.isEmpty ? root : root.appending(component: directory)
            let names: [ByteString]
            do throws(Errno) { names = try Directory.names(in: path) } catch {
                throw .unreadableDirectory(path, error.rawValue)
            }
            for name in names {
                let inner = directory.appending(component: name)
                if !includesHidden, name.first == UInt8(ascii: ".") {
                    hidden.append(inner)
                    continue
                }
                let path = root.appending(component: inner)
                switch Directory.kind(of: path) {
                case .success(.directory):
                    if Directory.isLink(path) {
                        links.append(inner)
                    } else {
                        directories.append(inner)
                    }
                // A file that cannot be looked at is reported when all files are checked.
                case .success(.regular), .failure, nil: files.append(inner)
                // A FIFO, a device or a socket.
                case .success:
                    throw .unreadable("\(Messages.path(path)) is neither a file nor a directory")
                }
            }
        }
        guard !files.isEmpty else {
            let remedy = hidden.isEmpty ? "" : " that is not hidden: --hidden sends all"
            throw .unreadable("there is no file in \(Messages.path(root))\(remedy)")
        }
        let sorted = { (paths: [ByteString]) in paths.sorted { $0.lexicographicallyPrecedes($1) } }
        return (sorted(files), sorted(links), sorted(hidden))
    }

    /// The last component, which `.`, `..` and links to them have only when they are resolved; empty
    /// for the root.
    static func name(of path: ByteString) -> ByteString {
        let last = path.split(separator: UInt8(ascii: "/")).last.map { ByteString($0) } ?? ""
        guard ["", ".", ".."].contains(last), let resolved = realpath(path.cString, nil) else {
            return last
        }
        defer { free(resolved) }
        return ByteString(cString: resolved).lastPathComponent
    }
}
