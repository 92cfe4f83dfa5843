import FormEncoding

/// The headers of a part as they stand in a file (`headers=@file`), read as curl reads them.
///
/// A header a line; a line that begins with a blank goes on with the header before it; a `#` in
/// the first column begins a comment; CRs are left out wherever they stand, blanks at the end too.
struct HeaderFile: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        var bytes: [UInt8]

        /// Where the header begins, counted from 1.
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

    /// Adds a header that is complete; one of blanks alone is none.
    private mutating func append(_ line: Line?) {
        guard var line, let end = line.bytes.lastIndex(where: { !$0.isBlank }) else { return }
        line.bytes.removeSubrange((end + 1)...)
        lines.append(line)
    }
}

extension HeaderFile.Line {
    /// The header as curl cuts it, with a warning; `nil` if it is short enough to stay whole.
    var truncated: [UInt8]? {
        guard bytes.count > Self.limit else { return nil }
        let kept = bytes[..<Self.limit]
        let end = kept.lastIndex { !$0.isBlank } ?? kept.startIndex
        return Array(kept[...end])
    }

    /// curl's buffer, in bytes.
    private static let limit = 998
}
