import FormEncoding

/// The headers of a part in a file (`headers=@file`), read as curl reads them.
///
/// One header per line. A line that begins with a blank continues the previous header. A `#` in the
/// first column begins a comment. CRs and trailing blanks are removed.
struct HeaderFile: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        var bytes: [UInt8]

        /// The line on which the header begins, from 1.
        var number: Int
    }

    private(set) var lines: [Line] = []

    init(_ content: some Sequence<UInt8>) {
        var current: Line?
        var (number, isAtStart, isComment) = (1, true, false)
        for byte in content where byte != UInt8(ascii: "\r") {
            if byte == UInt8(ascii: "\n") {
                (number, isAtStart, isComment) = (number + 1, true, false)
                continue
            }
            if isAtStart, !byte.isBlank {
                append(current)
                current = nil
                isComment = byte == UInt8(ascii: "#")
            }
            isAtStart = false
            if !isComment {
                if current == nil { current = Line(bytes: [], number: number) }
                current?.bytes.append(byte)
            }
        }
        append(current)
    }

    /// Adds a complete header, unless it is blank.
    private mutating func append(_ line: Line?) {
        guard var line, let end = line.bytes.lastIndex(where: { !$0.isBlank }) else { return }
        line.bytes.removeSubrange((end + 1)...)
        lines.append(line)
    }
}

extension HeaderFile.Line {
    /// The header as curl cuts it; `nil` if it is short enough.
    var truncated: [UInt8]? {
        guard bytes.count > Self.limit else { return nil }
        let kept = bytes[..<Self.limit]
        let end = kept.lastIndex { !$0.isBlank } ?? kept.startIndex
        return Array(kept[...end])
    }

    /// The size of curl's buffer, in bytes.
    private static let limit = 998
}
