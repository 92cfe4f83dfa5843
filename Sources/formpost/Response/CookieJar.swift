import FormEncoding
import Foundation

/// The file of `-c`. libcurl writes it after the transfer, and does not report a failure.
enum CookieJar {
    /// Throws if `path` cannot be written; `-` is standard output.
    static func check(_ path: ByteString) throws(WriteError) {
        // It would put another file in the place of the one that is open.
        if path.descriptorNumber != nil { throw WriteError(path: path, errno: EINVAL) }
        if path != "-", FileCheck.isDirectory(path) { throw WriteError(path: path, errno: EISDIR) }
        guard path != "-", access(path.cString, W_OK) != 0 else { return }
        guard errno == ENOENT, access(path.directoryPath.cString, W_OK) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
    }
}
