import FormEncoding
import Foundation

/// The record that a server has accepted a file, and its line in a journal: a JSON object.
struct JournalEntry: Equatable, Sendable {
    var file: JournaledFile
    let url: JournalURL
    /// The final status.
    var status: Int
    /// In whole seconds, UTC.
    var time: Date

    init(_ file: JournaledFile, url: ByteString, status: Int, time: Date = Date()) {
        self.init(file, url: JournalURL(url), status: status, time: time)
    }

    init(_ file: JournaledFile, url: JournalURL, status: Int, time: Date) {
        (self.file, self.url, self.status, self.time) = (file, url, status, time)
    }
}

extension JournalEntry {
    /// The line with its end, or nothing if the encoder fails.
    var line: [UInt8] {
        let encoder = JSONEncoder()
        // Sorted, a line begins with `JournalEntry.start`.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let members = Members(
            journal: file.state.version, mtime: file.state.modified, path: file.path.description,
            path_base64: file.path.base64UnlessUTF8, sha256: file.state.content, size: file.size,
            status: status,
            time: time.formatted(.iso8601), url: url.shown.description,
            url_base64: url.shown.base64UnlessUTF8, url_sha256: url.digest)
        guard let data = try? encoder.encode(members) else { return [] }
        return Array((JSON.escaped(String(decoding: data, as: UTF8.self)) + "\n").utf8)
    }

    /// Reads a line without its end. `nil` is one that was cut off when its writer was killed.
    static func read(_ line: ArraySlice<UInt8>) throws(Damage) -> JournalEntry? {
        if let entry = JournalLineParser.entry(line) { return entry }
        let decoder = JSONDecoder()
        let data = Data(line)
        if let members = try? decoder.decode(Members.self, from: data),
            let entry = JournalEntry(members)
        {
            return entry
        }
        if isCutOff(line) { return nil }
        if let newer = try? decoder.decode(Version.self, from: data), newer.journal > newestVersion
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

    private static let newestVersion = 2
    private static let start = Array(#"{"journal":"#.utf8)

    /// Whether the line is the first part of an entry: its object is not closed.
    private static func isCutOff(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.starts(with: start) || start.starts(with: line) else { return false }
        var isInText = false
        var isEscaped = false
        for byte in line {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInText
            case UInt8(ascii: "\""): isInText.toggle()
            case UInt8(ascii: "}"): if !isInText { return false }
            default: break
            }
        }
        return true
    }

    private init?(_ members: Members) {
        guard let path = ByteString(members.path, base64: members.path_base64),
            let shown = ByteString(members.url, base64: members.url_base64),
            let time = try? Date(members.time, strategy: .iso8601),
            let state = members.mtime.map(JournaledFile.State.modified)
                ?? members.sha256.map(JournaledFile.State.content), state.version == members.journal
        else { return nil }
        file = JournaledFile(path: path, size: members.size, state: state)
        url = JournalURL(shown: shown, digest: members.url_sha256)
        (status, self.time) = (members.status, time)
    }
}

extension JournaledFile.State {
    /// The version of the format that entries of this kind came with.
    fileprivate var version: Int { content == nil ? 1 : 2 }

    fileprivate var modified: Int64? { if case .modified(let time) = self { time } else { nil } }

    fileprivate var content: String? { if case .content(let digest) = self { digest } else { nil } }
}

/// The members of a line, in order.
private struct Members: Codable {
    /// The version of the format.
    var journal: Int
    var mtime: Int64?
    var path: String
    /// The bytes of a path that is not UTF-8.
    var path_base64: String?
    var sha256: String?
    var size: Int64
    var status: Int
    var time: String
    var url: String
    var url_base64: String?
    /// Where `url` is without its secrets.
    var url_sha256: String?
}

private struct Version: Decodable {
    var journal: Int
}

extension ByteString {
    fileprivate init?(_ text: String, base64: String?) {
        guard let base64 else {
            self.init(text)
            return
        }
        guard let data = Data(base64Encoded: base64) else { return nil }
        self.init(bytes: data)
    }

    fileprivate var base64UnlessUTF8: String? {
        Array(description.utf8) == bytes ? nil : Data(bytes).base64EncodedString()
    }
}
