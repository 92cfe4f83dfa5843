import FormEncoding
import FormUpload
import Foundation

/// A line of a journal: an upload that has begun, that a server has taken, or that has failed. Of several lines
/// about one upload the last one counts.
///
/// The token has the address of an unfinished upload, which is a secret: only the journal's owner can read the
/// journal.
struct JournalEntry: Sendable {
    enum State: String, Sendable {
        case begun, complete, failed
    }

    private(set) var state = State.begun
    private(set) var place: JournalPlace
    /// The one file of `--each` or `-T`: with the place it identifies the upload. `nil` for another
    /// request, which `request` and `sources` identify.
    private(set) var file: JournaledFile?
    /// The SHA-256, in hex, of a resumable upload's request without credentials, random boundaries and the contents of
    /// files. `nil` if a part comes from a pipe, or if the system has no library for digests: no later call can make or
    /// recognize the same body.
    private(set) var request: String?
    /// The files of a resumable upload.
    private(set) var sources: [JournaledFile] = []
    /// The random boundaries of the form.
    private(set) var boundaries: [String] = []
    /// How a later call goes on with the upload.
    private(set) var token: UploadToken?
    /// The origin of the upload's address if the server has named another one than that of the request.
    private(set) var origin: String?
    /// The final status.
    private(set) var status: Int?
    /// The bytes of the body that were sent, if an early response counts.
    private(set) var sent: Int64?

    /// The entry when the server of this URL has named the address of the upload.
    func begun(_ token: UploadToken, at url: ByteString) -> JournalEntry {
        var entry = self
        let origin = UploadToken.origin(of: ByteString(token.url))
        (entry.token, entry.origin) = (token, UploadToken.origin(of: url) == origin ? nil : origin)
        return entry
    }

    /// The entry when a server has taken the upload, or has answered with a status that counts
    /// when it had got `sent` bytes of it.
    func complete(status: Int, sent: Int64? = nil) -> JournalEntry {
        var entry = failed
        entry.state = .complete
        entry.status = status
        entry.sent = sent
        if file == nil { entry.sources = sources }
        return entry
    }

    /// The entry when no server has the upload, nor a part of it that a later call could go on with.
    var failed: JournalEntry {
        JournalEntry(state: .failed, place: place, file: file, request: request)
    }

    /// The entry of an upload that begins again, since a file has changed.
    func withFilesAsTheyAre() throws(Failure) -> JournalEntry {
        var entry = JournalEntry(
            state: .begun, place: place, file: try file?.asItIs(), request: request,
            boundaries: boundaries)
        for source in sources { entry.sources.append(try source.asItIs()) }
        return entry
    }

    /// Whether both are about the same upload of the same files, whatever their status.
    func hasSources(of other: JournalEntry) -> Bool {
        sources.map(\.identity) == other.sources.map(\.identity)
    }
}

extension JournalEntry {
    /// The entry of a request that is about to be sent; `nil` for one that a journal does not record. With
    /// `byContent` this reads the files that the entry is to have, apart from `file`.
    init?(
        _ request: UploadRequest, _ file: JournaledFile?, to place: JournalPlace,
        repetition: Int, byContent: Bool, ignoring credentials: CredentialNames,
        until limit: TimeLimit?
    ) throws(Failure) {
        self.place = place
        self.file = file
        guard let resumption = request.resumption, let body = request.body,
            let inputs = body.journaledInputs, let digest = Digest.sha256.begin()
        else {
            self.request = nil
            if file == nil { return nil }
            return
        }
        // The length before each text keeps two texts apart.
        func add(_ bytes: [UInt8]) {
            let text = Array("\(bytes.count):".utf8) + bytes
            text.withUnsafeBytes { digest.update($0) }
        }
        add(request.urlBytes.withoutLogin.bytes)
        add(request.effectiveMethod.bytes)
        for field in request.headers where !credentials.contains(field.name) {
            guard case .text(let value) = field.value, !field.isRequestKey else { continue }
            add(field.name.bytes)
            add(value.bytes)
        }
        add(Array(resumption.protocol.rawValue.utf8))
        if repetition > 0 { add(Array("\(repetition)".utf8)) }
        for (name, value) in resumption.metadata {
            add(name.bytes)
            add(value.bytes)
        }
        var sources: [JournaledFile] = []
        for (source, path, rewriting) in inputs {
            if let bytes = source.memory { add(bytes.bytes) }
            guard case .file(let input) = source, let path else { continue }
            add(path.withoutDots.bytes)
            add(Array("\(input.offset) \(rewriting)".utf8))
            if !byContent {
                sources.append(JournaledFile(path, input.snapshot))
            } else if let file, file.path == path.withoutDots {
                sources.append(file)
            } else {
                sources.append(try JournaledFile(contentOf: path, until: limit))
            }
        }
        self.request = String(decoding: digest.finish().hexadecimal, as: UTF8.self)
        self.sources = sources
        boundaries = body.randomBoundaries.map(\.description)
    }
}

extension EncodedBody {
    /// The sources, with the paths of those that are files; `nil` if a later call could not find
    /// one of them: it is a stream, or the copy of a pipe.
    fileprivate var journaledInputs: [(source: ByteSource, path: ByteString?, rewriting: String)]? {
        guard let inputs else { return nil }
        var found: [(source: ByteSource, path: ByteString?, rewriting: String)] = []
        for (source, rewriting) in inputs {
            var path: ByteString?
            if case .file(let file) = source {
                path = file.path
                if let number = file.descriptor?.number ?? file.path.descriptorNumber {
                    path = FileIdentity.path(of: number)
                }
                if path == nil { return nil }
            }
            found.append((source, path, rewriting))
        }
        return found
    }
}

/// The entry as a line: a JSON object.
extension JournalEntry {
    /// The version of the format.
    private static let version = 5
    /// The format of formpost 0.2, which is read and not written: it has `url_sha256` and no `key`.
    private static let earlierVersion = 4

    /// Why a line is no entry.
    enum Damage: Error, Equatable {
        case unreadable
        /// Another version of formpost wrote it.
        case older, newer
    }

    /// The line with its end.
    var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = token.flatMap { try? encoder.encode($0) }
        let line = JSON.object([
            ("journal", "\(Self.version)"),
            ("state", JSON.string(state.rawValue)),
            ("time", JSON.string(Date().formatted(.iso8601))),
            ("status", status.map { "\($0)" }),
            ("sent", sent.map { "\($0)" }),
            ("url", JSON.string(place.shown.description)),
            ("url_base64", place.shown.base64UnlessUTF8),
            ("key", JSON.string(place.key)),
            ("file", file.map(\.json)),
            ("request", request.map(JSON.string)),
            ("sources", JSON.list(sources.map(\.json))),
            ("random_boundaries", JSON.list(boundaries.map(JSON.string))),
            ("origin", origin.map(JSON.string)),
            ("token", data.map { String(decoding: $0, as: UTF8.self) }),
        ])
        return Array((line + "\n").utf8)
    }

    /// Reads a line without its end; `nil` is a line that was cut off when its writer was killed.
    init?(line: [UInt8]) throws(Damage) {
        self.init(place: JournalPlace(shown: "", key: ""), request: nil)
        var version = 0
        var state: State?
        var url: ByteString?
        var digest: String?
        var key: String?
        var scanner = JSONFieldScanner(line)
        do throws(JSONFields.Problem) {
            try scanner.object { (scanner, name, _) throws(JSONFields.Problem) in
                switch name.description {
                case "journal": version = Int(try scanner.integer())
                case "state": state = State(rawValue: try scanner.text() ?? "")
                case "url":
                    let text = try scanner.scalar()
                    url = url ?? text
                case "url_base64": url = try scanner.base64()
                case "url_sha256": digest = try scanner.text()
                case "key": key = try scanner.text()
                case "file": file = try scanner.file()
                case "request": request = try scanner.text()
                case "sources":
                    try scanner.list { (scanner, _) throws(JSONFields.Problem) in
                        sources.append(try scanner.file())
                    }
                case "random_boundaries":
                    try scanner.list { (scanner, _) throws(JSONFields.Problem) in
                        boundaries.append(try scanner.text() ?? "")
                    }
                case "origin": origin = try scanner.text()
                case "token":
                    let data = Data(try scanner.skippedValue())
                    token = try? JSONDecoder().decode(UploadToken.self, from: data)
                    if token == nil { throw scanner.expected("a token") }
                default: _ = try scanner.skippedValue()
                }
            }
            try scanner.end()
        } catch {
            if Self.isCutOff(line) { return nil }
            if version == Self.version || version == Self.earlierVersion { throw .unreadable }
        }
        if version > Self.version { throw .newer }
        if version == Self.earlierVersion {
            key = url.flatMap { JournalPlace.earlierKey($0, digest: digest) }
        } else if version < Self.version {
            throw version > 0 ? .older : .unreadable
        }
        guard let state, let url, let key, file != nil || request != nil else { throw .unreadable }
        self.state = state
        place = JournalPlace(shown: url, key: key)
    }

    /// Whether the line is the first part of an entry, perhaps nothing of it: its object is not closed.
    private static func isCutOff(_ line: [UInt8]) -> Bool {
        let start = Array(#"{"journal":"#.utf8)
        if line.isEmpty { return true }
        guard line.starts(with: start) || start.starts(with: line) else { return false }
        var grammar = JSONGrammar()
        return line.allSatisfy { grammar.meaning(of: $0) != nil } && grammar.depth > 0
    }
}

extension JournaledFile {
    fileprivate var json: String {
        JSON.object([
            ("path", JSON.string(path.description)),
            ("path_base64", path.base64UnlessUTF8),
            ("size", "\(size)"),
            ("mtime", modified.map { "\($0)" }),
            ("sha256", content.map(JSON.string)),
            ("inode", inode.map { "\($0)" }),
            ("changed", changed.map { "\($0)" }),
        ])
    }
}

extension JSON {
    fileprivate static func list(_ values: [String]) -> String? {
        values.isEmpty ? nil : "[" + values.joined(separator: ",") + "]"
    }
}

extension ByteString {
    fileprivate var base64UnlessUTF8: String? {
        Array(description.utf8) == bytes ? nil : JSON.string(Data(bytes).base64EncodedString())
    }
}

extension JSONFieldScanner {
    fileprivate mutating func file() throws(JSONFields.Problem) -> JournaledFile {
        var file = JournaledFile(path: "", size: -1)
        var path: ByteString?
        try object { (scanner, name, _) throws(JSONFields.Problem) in
            switch name.description {
            case "path":
                let text = try scanner.scalar()
                path = path ?? text
            case "path_base64": path = try scanner.base64()
            case "size": file.size = try scanner.integer()
            case "mtime": file.modified = try scanner.integer()
            case "sha256": file.content = try scanner.text()
            case "inode": file.inode = UInt64(try scanner.text() ?? "")
            case "changed": file.changed = try scanner.integer()
            default: _ = try scanner.skippedValue()
            }
        }
        guard let path, file.size >= 0, (file.modified == nil) != (file.content == nil) else {
            throw expected("a file")
        }
        file.path = path
        return file
    }

    fileprivate mutating func text() throws(JSONFields.Problem) -> String? {
        try scalar()?.description
    }

    fileprivate mutating func base64() throws(JSONFields.Problem) -> ByteString {
        guard let data = Data(base64Encoded: try text() ?? "") else {
            throw expected("base64")
        }
        return ByteString(bytes: data)
    }

    fileprivate mutating func integer() throws(JSONFields.Problem) -> Int64 {
        let text = isAtString ? "" : try text() ?? ""
        guard let number = Int64(text) ?? Double(text).flatMap(Int64.init(exactly:)) else {
            throw expected("a number")
        }
        return number
    }
}
