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
        var status = stat()
        guard !path.contains(0), stat(path.cString, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, let absolute = path.inRealDirectory
        else { return nil }
        let time = Self.modificationTime(of: status)
        self.init(
            path: absolute, size: Int64(status.st_size),
            modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    private static func modificationTime(of status: stat) -> timespec {
        #if canImport(Darwin)
            status.st_mtimespec
        #else
            status.st_mtim
        #endif
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
