import FormEncoding
import Foundation

/// The fields that an argument stands for: one for each file of `--form-tree` and `--form-glob`, sorted by
/// the bytes of their paths, or the argument itself.
struct FormExpansion {
    enum Problem: Error, Equatable, Sendable {
        /// No file matches the pattern.
        case noMatch(ByteString)
        /// The pattern is `-`, which has no files.
        case standardInput
        case pattern(FilePattern.Problem)
        /// The directory has no files.
        case empty(ByteString)
        /// A FIFO, a device or a socket.
        case notRegular(ByteString)
    }

    let fields: [FormParser.Argument]
    /// The links that are not followed.
    private(set) var warnings: [FormProblem] = []

    /// Escaped filenames of a tree are what Go's `url.QueryEscape` makes of the paths, as `ipfs add`
    /// sends them (`--form-tree-escape`).
    init(_ argument: FormParser.Argument, escapesTrees: Bool = false) throws(FormProblem) {
        guard let file = argument.standsFor else {
            fields = [argument]
            return
        }
        let field = argument.field
        let isTree = field.kind == .tree
        let found: (files: [ByteString], links: [ByteString])
        do throws(Problem) {
            found = try isTree ? Self.files(below: file.path) : (Self.files(of: file.path), [])
        } catch {
            throw field.problem(at: file.offset, .expansion(error))
        }
        let directory = isTree ? Self.name(of: file.path) : ""
        fields = found.files.map { path in
            var file = file
            if isTree {
                let name = directory.appending(component: path)
                let escaped = { ByteString(bytes: PercentEncoding.curl.escaping(name.bytes)) }
                file.attributes.filename = .init(
                    value: escapesTrees ? escaped() : name, offset: file.offset)
            }
            file.path = isTree ? file.path.appending(component: path) : path
            return FormParser.Argument(field: field, name: argument.name, content: .files([file]))
        }
        warnings = found.links.map { link in
            field.problem(at: file.offset, .treeLink(file.path.appending(component: link)))
        }
    }

    private static func files(of pattern: ByteString) throws(Problem) -> [ByteString] {
        if pattern == "-" { throw .standardInput }
        let paths: [ByteString]
        do throws(FilePattern.Problem) { paths = try FilePattern(pattern).files() } catch {
            throw .pattern(error)
        }
        guard !paths.isEmpty else { throw .noMatch(pattern) }
        return paths.map(\.asFile)
    }

    /// The paths from the directory on, sorted. Goes through the directories with a list in place of
    /// recursion.
    private static func files(
        below root: ByteString
    ) throws(Problem) -> (files: [ByteString], links: [ByteString]) {
        var (files, links): ([ByteString], [ByteString]) = ([], [])
        var directories: [ByteString] = [""]
        while let directory = directories.popLast() {
            let path = directory.isEmpty ? root : root.appending(component: directory)
            let names: [ByteString]
            do throws(Errno) { names = try Directory.names(in: path) } catch {
                throw .pattern(.unreadableDirectory(path, errno: error.rawValue))
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
                case nil: throw .pattern(.unreadableDirectory(path, errno: ENOENT))
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

extension FormParser.Argument {
    /// The directory or pattern whose files the argument stands for.
    var standsFor: FormParser.File? {
        switch content {
        case .tree(let file), .pattern(let file): file
        case .text, .files, .contents, .open, .close: nil
        }
    }
}

extension ByteString {
    /// The path of the file of that name: `-` alone is standard input.
    var asFile: ByteString { self == "-" ? "./-" : self }
}
