import FormEncoding

/// The files of a batch (`--each`) that cannot be read: how many there are, and the first of them.
struct UnreadableFiles {
    struct File {
        let path: ByteString
        let errno: Int32
        let field: FormField
        /// The line or entry of a list; nil for a file of a pattern.
        let place: String?
    }

    private static let mostNamed = 10

    private(set) var count = 0
    private(set) var first: [File] = []
    /// Whether a list that should have NULs has none.
    var lacksNULs = false

    /// Adds the file at a path, if it cannot be read.
    mutating func check(_ path: ByteString, of field: FormField, place: @autoclosure () -> String?)
    {
        do throws(BodyError) { try path.checkReadable() } catch {
            guard case .cannotRead(_, let number) = error else { return }
            count += 1
            guard first.count < Self.mostNamed else { return }
            first.append(File(path: path, errno: number, field: field, place: place()))
        }
    }
}
