/// A failure to write or to open an output.
package struct WriteError: Error, Hashable, Sendable {
    /// Nil: standard output.
    package var path: ByteString?
    package var errno: Int32

    package init(path: ByteString? = nil, errno: Int32) { (self.path, self.errno) = (path, errno) }
}

extension [UInt8] {
    /// Writes all bytes; `path` names the descriptor in errors.
    package func write(
        to descriptor: Int32, path: ByteString? = nil
    ) throws(WriteError) {
        do throws(Errno) {
            try SystemCalls.write(self, to: descriptor)
        } catch {
            throw WriteError(path: path, errno: error.rawValue)
        }
    }
}
