import FormEncoding
import Foundation

/// A path that will be written after the request.
enum OutputPlace {
    /// Throws if nothing can be written there.
    static func check(_ path: ByteString) throws(WriteError) {
        if let number = path.descriptorNumber {
            if fcntl(number, F_GETFD) < 0 { throw WriteError(path: path, errno: errno) }
            return
        }
        if FileCheck.isDirectory(path) { throw WriteError(path: path, errno: EISDIR) }
        guard access(path.cString, W_OK) != 0 else { return }
        guard errno == ENOENT, !path.bytes.isEmpty else {
            throw WriteError(path: path, errno: errno)
        }
        let directory = path.followingLinks.directoryPath
        guard access(directory.cString, W_OK) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
    }
}
