/// As `shownOnTerminal`, for bytes that come in pieces.
struct TerminalStream {
    /// A character that has not come whole, or a CR that may be part of a line end.
    private var rest: [UInt8] = []

    mutating func shown(_ bytes: [UInt8]) -> [UInt8] {
        let all = rest + bytes
        let whole = all.count - Self.unfinished(all)
        rest = Array(all[whole...])
        return all[..<whole].allSatisfy(\.isPlain)
            ? Array(all[..<whole]) : Array(all[..<whole]).shownOnTerminal
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

extension UInt8 {
    fileprivate var isPlain: Bool { self >= 0x20 && self < 0x7F || self == 0x0A || self == 0x09 }
}
