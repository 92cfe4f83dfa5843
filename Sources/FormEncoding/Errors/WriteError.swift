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

extension SystemCalls {
    /// Passes the content of a file to `body` in pieces, from its start on; `path` names it in
    /// errors.
    package static func forEachChunk(
        of descriptor: Int32, path: ByteString, _ body: ([UInt8]) throws(WriteError) -> Void
    ) throws(WriteError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { room.deallocate() }
        var offset: Int64 = 0
        while true {
            let count: Int
            do throws(Errno) {
                count = try read(descriptor, at: offset, into: room)
            } catch {
                throw WriteError(path: path, errno: error.rawValue)
            }
            if count == 0 { return }
            try body(Array(room[..<count]))
            offset += Int64(count)
        }
    }
}
