import FormEncoding

extension [UInt8] {
    /// Untrusted text, safe for a terminal: control characters are shown as `\x1b`. Line ends, tabs
    /// and UTF-8 text stay.
    var shownOnTerminal: [UInt8] {
        var shown: [UInt8] = []
        forEachScalar { scalar, bytes in
            let isLineEnd = scalar == "\r" && self[bytes.endIndex...].first == UInt8(ascii: "\n")
            let isSafe = isLineEnd || scalar == "\n" || scalar == "\t" || scalar?.isVisible == true
            shown += isSafe ? Array(bytes) : bytes.flatMap { Array("\\x".utf8) + [$0].hexadecimal }
        }
        return shown
    }
}

extension Unicode.Scalar {
    /// Whether it is printable: no control character, line separator or format character, which can
    /// reverse the order of the text. Joiners are allowed: words and emoji contain them.
    var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: value == 0x200C || value == 0x200D
        default: true
        }
    }

    /// How many columns of a terminal it usually takes (UAX #11).
    var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
        0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension String {
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

    /// The most columns it can take: a terminal may give combining marks a column each, and
    /// characters from Hangul on two.
    var columnsAtMost: Int {
        unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 || $1 == "…" ? 1 : 2) }
    }

    /// The text cut to fit that many columns on any terminal.
    func fitted(_ columns: Int) -> String {
        guard columnsAtMost > columns else { return self }
        guard columns > 0 else { return "" }
        var text = self
        while !text.isEmpty, text.columnsAtMost > columns - 1 { text.removeLast() }
        return text + "…"
    }
}

/// As `shownOnTerminal`, for bytes that come in pieces.
struct TerminalStream {
    /// A character that has not come whole, or a CR that may be part of a line end.
    private var rest: [UInt8] = []

    mutating func shown(_ bytes: [UInt8]) -> [UInt8] {
        let all = rest + bytes
        let whole = Array(all.dropLast(Self.unfinished(all)))
        rest = Array(all[whole.count...])
        let isPlain = whole.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }
        return isPlain ? whole : whole.shownOnTerminal
    }

    /// Returns the rest of the text when no more bytes come.
    mutating func end() -> [UInt8] {
        defer { rest = [] }
        return rest.shownOnTerminal
    }

    private static func unfinished(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return 1 }
        for (count, byte) in zip(1...3, bytes.reversed()) where byte & 0xC0 != 0x80 {
            let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            return length > count ? count : 0
        }
        return 0
    }
}
