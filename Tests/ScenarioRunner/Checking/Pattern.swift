import TestSupport

/// Bytes with gaps.
struct Pattern {
    /// The pieces between the gaps of a line.
    private typealias Line = [[UInt8]]

    /// Nil: any lines.
    private var lines: [Line?] = []

    init(_ text: Text, _ names: Names) {
        var line: Line = [[]]
        for piece in text.pieces {
            switch piece {
            case .gap: line.append([])
            default:
                let pieces = piece.bytes(names).lines
                line[line.count - 1] += pieces[0]
                for next in pieces.dropFirst() {
                    add(line)
                    line = [next]
                }
            }
        }
        add(line)
        // Any lines at the end may lack the last line end.
        if lines.count > 1, lines[lines.count - 2] == nil, line == [[]] { lines.removeLast() }
    }

    private mutating func add(_ line: Line) { lines.append(line == [[], []] ? nil : line) }

    /// Whether the bytes are these.
    func matches(_ bytes: [UInt8]) -> Bool {
        let given = bytes.lines
        var (next, position) = (0, 0)
        /// Where the last gap of lines is, and up to where it reaches.
        var gap: (next: Int, position: Int)?
        while position < given.count {
            if next < lines.count, lines[next] == nil {
                gap = (next, position)
                next += 1
            } else if next < lines.count, let line = lines[next], given[position].matches(line) {
                (next, position) = (next + 1, position + 1)
            } else if let last = gap {
                gap = (last.next, last.position + 1)
                (next, position) = (last.next + 1, last.position + 1)
            } else {
                return false
            }
        }
        return lines[next...].allSatisfy { $0 == nil }
    }
}

extension [UInt8] {
    /// The pieces between line ends.
    fileprivate var lines: [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while let end = offset(of: [0x0A], from: start) {
            lines.append(Array(self[start..<end]))
            start = end + 1
        }
        return lines + [Array(self[start...])]
    }

    /// Whether these are the pieces, with any bytes between them.
    fileprivate func matches(_ pieces: [[UInt8]]) -> Bool {
        guard pieces.count > 1 else { return isSame(as: pieces[0]) }
        guard starts(with: pieces[0]) else { return false }
        var position = pieces[0].count
        for piece in pieces[1..<(pieces.count - 1)] where !piece.isEmpty {
            guard let found = offset(of: piece, from: position) else { return false }
            position = found + piece.count
        }
        let end = pieces[pieces.count - 1]
        return count - end.count >= position && Array(suffix(end.count)).isSame(as: end)
    }

    /// Fast for long ones, too.
    func isSame(as other: [UInt8]) -> Bool { firstDifference(from: other) == nil }
}
