import FormEncoding

/// Splits the bytes of a journal into entries, as they come.
struct JournalLines {
    /// In bytes. A longer line is no entry, so that a disk image is not read into memory.
    static let longestLine = 8 << 20

    /// How many lines have been read to their ends.
    private(set) var count = 0
    /// A line without an end.
    private var rest: [UInt8] = []

    /// Whether the next entry needs a line end before it.
    var isInLine: Bool { !rest.isEmpty }

    /// Reads the next bytes.
    mutating func read(
        _ bytes: [UInt8], _ take: (JournalEntry) -> Void
    ) throws(JournalDamage) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if rest.isEmpty {
                try note(bytes[start..<end], take)
            } else {
                try note((rest + bytes[start..<end])[...], take)
                rest = []
            }
            count += 1
            start = end + 1
        }
        rest += bytes[start...]
        guard rest.count <= Self.longestLine else { throw damage(.unreadable) }
    }

    /// The file ends here: a line without an end is an entry, or the start of one.
    func end(_ take: (JournalEntry) -> Void) throws(JournalDamage) {
        if isInLine { try note(rest[...], take) }
    }

    /// Passes over lines whose entries are known.
    mutating func skip(_ lines: Int) {
        count += lines + (isInLine ? 1 : 0)
        rest = []
    }

    private func note(
        _ line: ArraySlice<UInt8>, _ take: (JournalEntry) -> Void
    ) throws(JournalDamage) {
        do throws(JournalEntry.Damage) {
            if let entry = try JournalEntry.read(line) { take(entry) }
        } catch {
            throw damage(error)
        }
    }

    private func damage(_ cause: JournalEntry.Damage) -> JournalDamage {
        JournalDamage(line: count + 1, cause: cause)
    }
}

/// A line of a journal, counted from 1, that is no entry.
struct JournalDamage: Error, Equatable {
    var line: Int
    var cause: JournalEntry.Damage
}
