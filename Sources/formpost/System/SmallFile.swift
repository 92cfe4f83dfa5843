import FormEncoding
import Foundation

/// Reads a file, a pipe or standard input into memory, up to a limit: headers, a configuration, a list.
enum SmallFile {
    /// In bytes. A longer file is an error, so that `/dev/zero` is not read for ever.
    static let limit = 1 << 20

    /// The limit for lists of options, URLs and fields, which may have hundreds of thousands.
    static let listLimit = 64 << 20

    /// The limit for lists of paths, which may have millions.
    static let pathListLimit = 256 << 20

    static func exists(_ path: ByteString) -> Bool {
        access(path.cString, F_OK) == 0
    }

    /// The content of the file at a path, of at most `size` bytes; `-` is the rest of standard input.
    /// A pipe is waited for until the time limit, but with `refusesPipes` is an error: there was a
    /// file in its place before. A longer file is `EFBIG`.
    static func read(
        _ path: ByteString, until limit: TimeLimit? = nil, size: Int = limit,
        refusesPipes: Bool = false
    ) throws(BodyFault) -> [UInt8] {
        let input: LiveInput
        if path == "-" {
            input = LiveInput(STDIN_FILENO, label: path, until: limit)
        } else {
            input = try reading(path) { () throws(Errno) in
                guard !path.contains(0) else { throw Errno(ENOENT) }
                let input = try LiveInput(path: path, until: limit)
                guard !refusesPipes || input.kind != .fifo else { throw .isReplaced }
                return input
            }
        }
        var content: [UInt8] = []
        try SystemCalls.forEachChunk(of: 1 << 16, input.read(into:)) { (chunk) throws(BodyFault) in
            content += chunk
            guard content.count <= size else { throw .cannotRead(path: path, errno: EFBIG) }
        }
        return content
    }
}

/// The byte order mark that editors of Windows put at the beginning of a text.
private let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension [UInt8] {
    var withoutMark: ArraySlice<UInt8> { starts(with: mark) ? dropFirst(mark.count) : self[...] }
}
