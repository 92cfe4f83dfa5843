import FormEncoding

/// Reads a list of paths, as `find` and `ls` print them.
enum PathList {
    /// What stands after each path.
    enum Terminator: Sendable { case lineEnd, nul }

    enum Problem: Error, Equatable, Sendable {
        /// No path has a NUL: the list may be one of `find -print0`. The line is from 1 on.
        case nul(line: Int)
    }

    /// The paths in order, without empty ones; the last one need not be ended.
    ///
    /// A CR at the end of a line is part of the name unless every line that is not empty ends with
    /// one: then the list was written by Windows. Of such lists a byte order mark is dropped, too.
    static func paths(
        in bytes: [UInt8], endedBy terminator: Terminator
    ) throws(Problem) -> [ByteString] {
        guard terminator == .lineEnd else {
            return bytes.split(separator: 0).map { ByteString(bytes: $0) }
        }
        var lines = bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let line = lines.firstIndex(where: { $0.contains(0) }) { throw .nul(line: line + 1) }
        lines.removeAll(where: \.isEmpty)
        if lines.allSatisfy({ $0.last == UInt8(ascii: "\r") }) {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if let first = lines.first, first.starts(with: mark) {
                lines[0] = first.dropFirst(mark.count)
            }
            lines = lines.map { $0.dropLast() }
        }
        return lines.filter { !$0.isEmpty }.map { ByteString(bytes: $0) }
    }
}
