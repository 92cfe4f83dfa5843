import FormEncoding
import Foundation

/// A file as a journal knows it: it counts as another one when its size or time has changed.
///
/// Look at it before the body is measured: if it changes later, its note does not fit the new state,
/// and the next call sends it again.
struct JournalFile: Hashable, Sendable {
    /// Absolute, so that a call from another directory finds it. Links to directories are followed, a
    /// link to the file is not.
    var path: ByteString
    var size: Int64
    /// When it was modified, in nanoseconds since 1970.
    var modified: Int64

    init(path: ByteString, size: Int64, modified: Int64) {
        (self.path, self.size, self.modified) = (path, size, modified)
    }

    /// `nil` if it is not a regular file: the content of a pipe cannot be recognised.
    init?(at path: ByteString) {
        guard let file = path.file, file.kind == .regular, let absolute = path.inRealDirectory
        else { return nil }
        self.init(
            path: absolute, size: file.size,
            modified: file.modifiedSeconds &* 1_000_000_000 &+ file.modifiedNanoseconds)
    }
}

extension ByteString {
    /// The absolute path of a file, with the links of its directory followed; `nil` without that
    /// directory.
    fileprivate var inRealDirectory: ByteString? {
        guard let directory = realpath(directoryPath.cString, nil) else { return nil }
        defer { free(directory) }
        let parent = ByteString(cString: directory).bytes
        let slash = parent == [UInt8(ascii: "/")] ? [] : [UInt8(ascii: "/")]
        return ByteString(bytes: parent + slash + bytes.dropFirst(self.directory.count))
    }
}
