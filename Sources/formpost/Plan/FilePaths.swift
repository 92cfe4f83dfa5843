import FormEncoding

/// Many paths, one after the other in memory: each costs eight bytes besides its own.
struct FilePaths: RandomAccessCollection, Sendable {
    private var bytes: [UInt8] = []
    /// 0, and the end of each path in `bytes`.
    private var ends = [0]

    var startIndex: Int { 0 }
    var endIndex: Int { ends.count - 1 }

    subscript(index: Int) -> ByteString {
        ByteString(bytes: bytes[ends[index]..<ends[index + 1]])
    }

    mutating func append(_ path: ByteString) {
        bytes += path.bytes
        ends.append(bytes.count)
    }
}
