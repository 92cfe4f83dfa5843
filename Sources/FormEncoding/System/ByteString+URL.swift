import Foundation

extension ByteString {
    /// The path of a file URL. Throws `.notFileURL`, also for a path with a NUL, which the system
    /// would cut there.
    init(pathOf url: URL) throws(BodyError) {
        guard url.isFileURL, !url.path.utf8.contains(0), !url.absoluteString.contains("%00"),
            let path = url.withUnsafeFileSystemRepresentation({ $0.map { ByteString(cString: $0) } }
            ), !path.isEmpty
        else { throw .notFileURL(url) }
        self = path
    }
}
