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
        let text = content.filter { $0 != UInt8(ascii: "\r") }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let first = line.first else { continue }
            if !first.isBlank {
                append(current)
                current = nil
                if first == UInt8(ascii: "#") { continue }
            }
            if current == nil { current = Line(bytes: [], number: index + 1) }
            current?.bytes += line
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
