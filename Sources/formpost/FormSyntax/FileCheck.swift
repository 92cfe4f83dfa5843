import FormEncoding
import Foundation

/// Checks a file that is to be sent, without opening it: opening a FIFO blocks.
enum FileCheck {
    /// Whether there is a regular file at a path.
    static func isFile(_ path: ByteString) -> Bool {
        var information = stat()
        return !path.bytes.contains(0) && stat(path.cString, &information) == 0
            && information.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a text is more likely the name of a file, with its `@` forgotten: a word that is also a
    /// file is more often a word. A pipe is what shells make of `<(…)`.
    static func looksForgotten(_ text: ByteString) -> Bool {
        text.count < 4096 && text.contains(where: "./".utf8.contains)
            && (isFile(text) || text.isFIFO)
    }

    /// Whether there is a directory at a path.
    static func isDirectory(_ path: ByteString) -> Bool {
        var information = stat()
        return !path.bytes.contains(0) && stat(path.cString, &information) == 0
            && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is a regular file without content at a path.
    static func isEmptyFile(_ path: ByteString) -> Bool {
        var information = stat()
        return isFile(path) && stat(path.cString, &information) == 0 && information.st_size == 0
    }

    /// Throws `.cannotRead` if the file is missing, unreadable or a directory.
    static func check(_ path: ByteString) throws(BodyError) {
        guard !path.contains(0) else { throw .cannotRead(path: path, errno: ENOENT) }
        let name = path.cString
        var information = stat()
        guard stat(name, &information) == 0, access(name, R_OK) == 0 else {
            throw .cannotRead(path: path, errno: errno)
        }
        if information.st_mode & S_IFMT == S_IFDIR {
            throw .cannotRead(path: path, errno: EISDIR)
        }
    }
}
