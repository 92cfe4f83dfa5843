import FormEncoding
import Foundation

/// The file that a path leads to, without opening it: opening a FIFO blocks.
extension ByteString {
    /// The state of the file, with all links followed; `nil` if it cannot be looked at.
    var file: FileSnapshot? { try? FileSnapshot(ofPath: self) }

    var isFile: Bool { file?.kind == .regular }

    var isDirectory: Bool { file?.kind == .directory }

    var isFIFO: Bool { file?.kind == .fifo }

    /// Whether the path leads to a regular file without content.
    var isEmptyFile: Bool { file.map { $0.kind == .regular && $0.size == 0 } ?? false }

    /// Whether the text is more likely the name of a file, with its `@` forgotten: a word that is also a
    /// file is more often a word. A FIFO is what shells make of `<(…)`.
    var looksLikeFile: Bool {
        count < 4096 && contains(where: "./".utf8.contains)
            && [.regular, .fifo].contains(file?.kind)
    }

    /// Returns the state of the file; throws `.cannotRead` if it is missing, unreadable or a directory.
    @discardableResult
    func checkReadable() throws(BodyError) -> FileSnapshot {
        do throws(Errno) {
            if contains(0) { throw Errno(ENOENT) }
            let file = try FileSnapshot(ofPath: self)
            if access(cString, R_OK) != 0 { throw .last }
            if file.kind == .directory { throw .isDirectory }
            return file
        } catch {
            throw .cannotRead(path: self, errno: error.rawValue)
        }
    }

    /// Throws if nothing can be written at the path after the request: for a directory, for a closed
    /// descriptor, and without permission.
    func checkWritable() throws(WriteError) {
        do throws(Errno) {
            if let number = descriptorNumber {
                if fcntl(number, F_GETFD) < 0 { throw .last }
                return
            }
            if isDirectory { throw .isDirectory }
            guard access(cString, W_OK) != 0 else { return }
            guard errno == ENOENT, !isEmpty else { throw .last }
            if access(followingLinks.directoryPath.cString, W_OK) != 0 { throw .last }
        } catch {
            throw WriteError(path: self, errno: error.rawValue)
        }
    }
}
