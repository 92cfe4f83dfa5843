import FormEncoding

/// The files of `--each`, each looked at once.
struct EachFiles {
    private(set) var paths: [ByteString] = []
    /// Their lengths in bytes, -1 for one that is not known before the file is read.
    private(set) var sizes: [Int64] = []
    /// The paths that do not lead to regular files but, say, to pipes.
    private(set) var irregular: [ByteString] = []
    var unreadable = UnreadableFiles()

    /// Adds the file at a path. `place` is the line or entry of a list; `nil` for a file of a pattern.
    mutating func add(_ path: ByteString, of field: FormField, place: @autoclosure () -> String?) {
        do throws(BodyError) {
            let file = try path.checkReadable()
            paths.append(path)
            sizes.append(file.kind == .regular ? file.size : -1)
            if file.kind != .regular { irregular.append(path) }
        } catch {
            paths.append(path)
            guard case .cannotRead(_, let number) = error else { return }
            unreadable.add(path, errno: number, of: field, place: place())
        }
    }
}

/// The files of `--each` that cannot be read: how many there are, and the first of them.
struct UnreadableFiles {
    struct File {
        let path: ByteString
        let errno: Int32
        let field: FormField
        /// The line or entry of a list; `nil` for a file of a pattern.
        let place: String?
    }

    private static let mostNamed = 10

    private(set) var count = 0
    private(set) var first: [File] = []
    /// Whether a list that should have NULs has none.
    var lacksNULs = false

    fileprivate mutating func add(
        _ path: ByteString, errno: Int32, of field: FormField, place: @autoclosure () -> String?
    ) {
        count += 1
        guard first.count < Self.mostNamed else { return }
        first.append(File(path: path, errno: errno, field: field, place: place()))
    }
}
