import FormEncoding

/// Reads a list of paths, as `find` and `ls` print them.
enum PathList {
    /// The byte that ends each path.
    enum Terminator: Sendable { case lineEnd, nul }

    struct Entry: Equatable, Sendable {
        var path: ByteString
        /// The number of the line, or of the text before a NUL; the first is 1.
        var number: Int
    }

    enum Problem: Error, Equatable, Sendable {
        /// No path has a NUL: the list may be one of `find -print0`. The line is from 1 on.
        case nul(line: Int)
    }

    /// The entries in order, without empty ones; the last one need not be ended.
    ///
    /// A CR at the end of a line is part of the name unless every line that is not empty ends with
    /// one: then the list was written by Windows. Of such lists a byte order mark is dropped, too.
    static func entries(
        in bytes: [UInt8], endedBy terminator: Terminator
    ) throws(Problem) -> [Entry] {
        guard terminator == .lineEnd else {
            return entries(bytes.split(separator: 0, omittingEmptySubsequences: false))
        }
        var lines = bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let line = lines.firstIndex(where: { $0.contains(0) }) { throw .nul(line: line + 1) }
        if lines.allSatisfy({ $0.isEmpty || $0.last == UInt8(ascii: "\r") }) {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if let first = lines.first, first.starts(with: mark) {
                lines[0] = first.dropFirst(mark.count)
            }
            lines = lines.map { $0.dropLast() }
        }
        return entries(lines)
    }

    private static func entries(_ texts: [ArraySlice<UInt8>]) -> [Entry] {
        texts.enumerated().compactMap { index, text in
            text.isEmpty ? nil : Entry(path: ByteString(bytes: text), number: index + 1)
        }
    }
}
