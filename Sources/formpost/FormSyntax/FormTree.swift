import FormEncoding
import Foundation

/// The files of a directory of `--form-tree`, as fields of the form.
struct FormTree {
    enum Problem: Error, Equatable, Sendable {
        /// A directory that cannot be read: unlike a file, it is found while the files are looked for.
        case unreadable(ByteString, errno: Int32)
        case empty(ByteString)
        /// A FIFO, a device or a socket.
        case notRegular(ByteString)
    }

    /// A field for each file, sorted by the bytes of their paths.
    private(set) var files: [FormParser.Argument] = []
    /// The links that are not followed.
    private(set) var warnings: [FormProblem] = []

    /// `nil` if the argument is no directory of `--form-tree`. Escaped filenames are what Go's
    /// `url.QueryEscape` makes of the paths, as `ipfs add` sends them.
    init?(_ argument: FormParser.Argument, isEscaped: Bool) throws(FormProblem) {
        guard case .tree(let root) = argument.content else { return nil }
        let problem = { (fact: FormProblem.Fact) in
            FormProblem(field: argument.field, offset: root.offset, fact: fact)
        }
        do throws(Problem) {
            let found = try Self.look(into: root.path)
            warnings = found.links.map { problem(.treeLink(root.path.appending(component: $0))) }
            let name = Self.name(of: root.path)
            files = found.files.map { path in
                let whole = name.appending(component: path)
                let filename =
                    isEscaped
                    ? ByteString(bytes: PercentEncoding.curl.escaping(whole.bytes)) : whole
                return FormParser.Argument(
                    field: argument.field, name: argument.name,
                    content: .files([
                        FormFile(
                            path: root.path.appending(component: path), offset: root.offset,
                            attributes: PartParameters(
                                filename: .init(value: filename, offset: root.offset)))
                    ]))
            }
        } catch {
            throw problem(.tree(error))
        }
    }

    /// The paths from the directory on, sorted. Goes through the directories with a list in place of
    /// recursion.
    private static func look(
        into root: ByteString
    ) throws(Problem) -> (files: [ByteString], links: [ByteString]) {
        var (files, links): ([ByteString], [ByteString]) = ([], [])
        var directories: [ByteString] = [""]
        while let directory = directories.popLast() {
            let path = directory.isEmpty ? root : root.appending(component: directory)
            let names: [ByteString]
            do throws(Errno) { names = try Directory.names(in: path) } catch {
                throw .unreadable(path, errno: error.rawValue)
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
                case .success: throw .notRegular(path)
                case nil: throw .unreadable(path, errno: ENOENT)
                }
            }
        }
        guard !files.isEmpty else { throw .empty(root) }
        return (
            files.sorted { $0.lexicographicallyPrecedes($1) },
            links.sorted { $0.lexicographicallyPrecedes($1) }
        )
    }

    /// The last component, which `.`, `..` and links to them have only when they are resolved; empty
    /// for the root.
    private static func name(of path: ByteString) -> ByteString {
        let last = path.split(separator: UInt8(ascii: "/")).last.map { ByteString($0) } ?? ""
        guard last.isEmpty || last == "." || last == ".." else { return last }
        guard let resolved = realpath(path.cString, nil) else { return last }
        defer { free(resolved) }
        let name = ByteString(cString: resolved).split(separator: UInt8(ascii: "/")).last
        return name.map { ByteString($0) } ?? ""
    }
}
