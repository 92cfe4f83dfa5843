import FormEncoding
import Foundation

/// A line of a journal.
enum JournalLine: Sendable {
    /// A server has taken a file.
    case taken(JournalEntry)
    /// A server has a part of an upload, or no longer has one.
    case interrupted(InterruptedUpload)
}

extension JournalLine {
    /// The line with its end.
    var bytes: [UInt8] {
        switch self {
        case .taken(let entry): entry.line
        case .interrupted(let upload): upload.line
        }
    }

    /// Reads a line without its end. `nil` is a line that was cut off when its writer was killed.
    static func read(_ line: ArraySlice<UInt8>) throws(Damage) -> JournalLine? {
        if let entry = JournalLineParser.entry(line) { return .taken(entry) }
        let data = Data(line)
        if let entry = JournalEntry(line: data) { return .taken(entry) }
        if let upload = InterruptedUpload(line: data) { return .interrupted(upload) }
        if isCutOff(line) { return nil }
        if let newer = try? JSONDecoder().decode(Version.self, from: data),
            newer.journal > InterruptedUpload.version
        {
            throw .newer(newer.journal)
        }
        throw .unreadable
    }

    enum Damage: Error, Equatable {
        case unreadable
        /// A later formpost wrote it.
        case newer(Int)
    }

    private struct Version: Decodable {
        var journal: Int
    }

    private static let start = Array(#"{"journal":"#.utf8)

    /// Whether the line is the first part of an entry: its object is not closed.
    private static func isCutOff(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.starts(with: start) || start.starts(with: line) else { return false }
        var isInText = false
        var isEscaped = false
        var depth = 0
        for byte in line {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInText
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return false }
            default: break
            }
        }
        return true
    }
}
