import FormEncoding

/// Splits the bytes of a journal into entries, as they come.
struct JournalLines {
    /// The limit of a line, in bytes: a disk image is not read into memory.
    static let longestLine = 8 << 20

    /// The number of lines that have been read to their ends.
    private(set) var count = 0
    /// A line without an end.
    private var rest: [UInt8] = []

    /// Whether the next entry needs a line end before it.
    var isInLine: Bool { !rest.isEmpty }

    /// Reads the next bytes.
    mutating func read(
        _ bytes: [UInt8], _ receive: (JournalLine) -> Void
    ) throws(JournalDamage) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if rest.isEmpty {
                try parse(bytes[start..<end], receive)
            } else {
                try parse((rest + bytes[start..<end])[...], receive)
                rest = []
            }
            count += 1
            start = end + 1
        }
        rest += bytes[start...]
        guard rest.count <= Self.longestLine else { throw damage(.unreadable) }
    }

    /// Reads a last line without its end. Its bytes stay until the line ends.
    func end(_ receive: (JournalLine) -> Void) throws(JournalDamage) {
        if isInLine { try parse(rest[...], receive) }
    }

    /// Skips lines that are known.
    mutating func skip(_ lines: Int) {
        count += lines + (isInLine ? 1 : 0)
        rest = []
    }

    private func parse(
        _ line: ArraySlice<UInt8>, _ receive: (JournalLine) -> Void
    ) throws(JournalDamage) {
        do throws(JournalLine.Damage) {
            if let line = try JournalLine.read(line) { receive(line) }
        } catch {
            throw damage(error)
        }
    }

    private func damage(_ cause: JournalLine.Damage) -> JournalDamage {
        JournalDamage(line: count + 1, cause: cause)
    }
}

/// A line of a journal, counted from 1, that is no entry.
struct JournalDamage: Error, Equatable {
    var line: Int
    var cause: JournalLine.Damage
}
