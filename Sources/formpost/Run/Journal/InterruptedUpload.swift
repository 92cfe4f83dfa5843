import FormEncoding
import FormUpload
import Foundation

/// A resumable upload that a server has in part, and its line in a journal: a JSON object. Of several lines with
/// the same `request` the last one counts; if it has no token, the upload is over.
///
/// The token has the address of the upload, which is a secret: only the journal's owner can read the journal.
struct InterruptedUpload: Codable, Sendable {
    /// A file as it was when its upload began.
    struct File: Codable, Equatable, Sendable {
        /// For messages; `InterruptedUpload.request` has the exact path.
        var path: String
        var size: Int64
        /// Nil with `--journal-content`, which compares contents alone.
        var inode: UInt64?
        /// When the file was modified, in nanoseconds since 1970; nil with `--journal-content`.
        var modified: Int64?
        /// When its content or status was changed, in nanoseconds since 1970; nil with `--journal-content`, and once a
        /// server has taken the upload: what is skipped may have changed its status.
        var changed: Int64?
        /// The SHA-256 of the content, in hex; nil without `--journal-content`.
        var sha256: String?
    }

    /// The version of the format.
    private(set) var journal = version
    /// The SHA-256, in hex, of all that makes the request, apart from credentials, random boundaries and the
    /// contents of files.
    let request: String
    /// The random boundaries of the form.
    var boundaries: [String] = []
    var files: [File] = []
    var token: UploadToken?
    /// True: a server has taken the whole upload.
    var taken: Bool?

    static let version = 3

    private enum CodingKeys: String, CodingKey {
        case journal, request, taken, token
        // Sorted, a line begins with `journal`.
        case boundaries = "random_boundaries"
        case files = "sources"
    }
}

extension InterruptedUpload {
    /// The line with its end, or nothing if the encoder fails.
    var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        guard let data = try? encoder.encode(self) else { return [] }
        return Array((JSON.escaped(String(decoding: data, as: UTF8.self)) + "\n").utf8)
    }

    /// The upload of a line without its end; nil for another line.
    init?(line: Data) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let upload = try? decoder.decode(Self.self, from: line),
            upload.journal == Self.version
        else { return nil }
        self = upload
    }

    /// The upload of a request that is about to be sent, without a token. Nil if another call could not make the
    /// same body again, or could not recognize it: a part comes from a pipe, or the system has no library for
    /// digests. With `--journal-content` this reads every file.
    init?(
        _ request: UploadRequest, byContent: Bool, ignoring credentials: CredentialNames,
        until limit: TimeLimit?
    ) throws(Failure) {
        guard let body = request.body, let inputs = body.inputs,
            let digest = Digest.sha256.begin()
        else { return nil }
        // The length before each text keeps two texts apart.
        func add(_ bytes: [UInt8]) {
            let text = Array("\(bytes.count):".utf8) + bytes
            text.withUnsafeBytes { digest.update($0) }
        }
        add(request.url.withoutLogin.bytes)
        add(request.effectiveMethod.bytes)
        for field in request.headers where !credentials.contains(field.name) {
            guard case .text(let value) = field.value, !field.isRequestKey else {
                continue
            }
            add(field.name.bytes)
            add(value.bytes)
        }
        if let resumption = request.resumption {
            add(Array(resumption.protocol.rawValue.utf8))
            for (name, value) in resumption.metadata {
                add(name.bytes)
                add(value.bytes)
            }
        }
        var files: [File] = []
        for (source, rewriting) in inputs {
            if let bytes = source.memory { add(bytes.bytes) }
            guard case .file(let file) = source else { continue }
            add(file.path.withoutDots.bytes)
            add(Array("\(file.offset) \(rewriting)".utf8))
            files.append(try File(file.path, file.snapshot, byContent: byContent, until: limit))
        }
        self.request = String(decoding: digest.finish().hexadecimal, as: UTF8.self)
        self.files = files
        boundaries = body.randomBoundaries.map(\.description)
    }

    /// Why the upload of an earlier call with the same request is another one; nil if it is not.
    func reasonToRestart(since earlier: InterruptedUpload) -> JournaledUpload.RestartReason? {
        guard let (now, before) = zip(files, earlier.files).first(where: { !$0.isSame(as: $1) })
        else {
            return nil
        }
        return (now.sha256 == nil) == (before.sha256 == nil)
            ? .fileChanged(now.path) : .otherComparison
    }
}

extension InterruptedUpload.File {
    fileprivate func isSame(as earlier: Self) -> Bool {
        var now = self
        if earlier.changed == nil { now.changed = nil }
        return now == earlier
    }

    fileprivate init(
        _ path: ByteString, _ snapshot: FileSnapshot, byContent: Bool, until limit: TimeLimit?
    ) throws(Failure) {
        (self.path, size) = (path.description, snapshot.size)
        if byContent {
            let (digest, _) = try VariableFile(path: path).digest(.sha256, until: limit)
            sha256 = String(decoding: digest.hexadecimal, as: UTF8.self)
        } else {
            (inode, changed) = (snapshot.inode, snapshot.changed)
            modified =
                snapshot.modifiedSeconds &* 1_000_000_000 &+ snapshot.modifiedNanoseconds
        }
    }
}
