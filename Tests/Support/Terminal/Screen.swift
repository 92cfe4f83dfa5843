/// The screen of a terminal after some output.
///
/// Supports text, tabs, CR, LF, "erase to the end of the line" and colours. All other sequences are
/// recorded in `surprises`.
package struct Screen: Sendable {
    package let columns: Int
    /// Without blanks at their ends, and without empty lines at the end.
    package var lines: [String] {
        var lines = cells.map { row in
            String(row.joined().reversed().drop { $0 == " " }.reversed())
        }
        while lines.last == "" { lines.removeLast() }
        return lines
    }
    /// How often text wrapped because it did not fit.
    package private(set) var wraps = 0
    /// Unsupported control characters and sequences.
    package private(set) var surprises: [String] = []

    private var cells: [[String]] = [[]]
    private var row = 0
    private var column = 0

    package init(_ bytes: [UInt8], columns: Int) {
        self.columns = columns
        var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": lineFeed()
            case "\t": for _ in 0..<(8 - column % 8) where column < columns - 1 { put(" ") }
            case "\u{1B}": escape(&rest)
            case _ where scalar.properties.generalCategory == .control:
                surprises.append(String(scalar))
            default: put(scalar)
            }
        }
    }

    private mutating func lineFeed() {
        row += 1
        if row == cells.count { cells.append([]) }
    }

    private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
        guard rest.first == "[" else { return surprises.append("\u{1B}") }
        let end = rest.dropFirst().firstIndex { ("@"..."~").contains($0) } ?? rest.endIndex - 1
        let sequence = String(String.UnicodeScalarView(rest[...end]))
        rest = rest[(end + 1)...]
        switch sequence {
        case "[K": cells[row] = Array(cells[row].prefix(column))
        case _ where sequence.last == "m": break
        default: surprises.append("\u{1B}" + sequence)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = Screen.width(scalar)
        if width == 0 {
            if column > 0, column <= cells[row].count {
                cells[row][column - 1].unicodeScalars.append(scalar)
            }
            return
        }
        if column + width > columns {
            wraps += 1
            column = 0
            lineFeed()
        }
        while cells[row].count < column + width { cells[row].append(" ") }
        cells[row][column] = String(scalar)
        if width == 2 { cells[row][column + 1] = "" }
        column += width
    }

    /// Approximates UAX #11, as far as the tests need it.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD,
        ]
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
}
