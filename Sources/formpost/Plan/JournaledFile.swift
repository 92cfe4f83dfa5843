import FormEncoding
import Foundation

/// A file as a journal knows it: it counts as another one when its size or state has changed.
struct JournaledFile: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// When it was modified, in nanoseconds since 1970.
        case modified(Int64)
        /// The SHA-256 of its content, in hex (`--journal-content`).
        case content(String)
    }

    /// With `modified` it is absolute, so that a call from another directory finds it: links to
    /// directories are followed, a link to the file is not. With `content` it is as given but for `.` and
    /// surplus slashes, so that it is the same on another machine.
    var path: ByteString
    var size: Int64
    var state: State

    init(path: ByteString, size: Int64, state: State) {
        let isAbsolute = if case .modified = state { true } else { false }
        (self.path, self.size, self.state) = (isAbsolute ? path : path.withoutDots, size, state)
    }

    init(path: ByteString, size: Int64, modified: Int64) {
        self.init(path: path, size: size, state: .modified(modified))
    }

    /// The file as it is known by its time; `nil` if it is not a regular file: the content of a pipe cannot
    /// be recognised.
    ///
    /// Make it before the body is measured: if the file changes later, its entry does not fit the new
    /// state, and the next call sends it again.
    init?(at path: ByteString) {
        guard let file = path.file, file.kind == .regular, let absolute = path.inRealDirectory
        else { return nil }
        self.init(
            path: absolute, size: file.size,
            modified: file.modifiedSeconds &* 1_000_000_000 &+ file.modifiedNanoseconds)
    }
}

extension JournaledFile {
    /// The regular file at `path` as it is known by its content.
    ///
    /// Read it after the body is measured: a change between the two makes the upload fail.
    init(contentOf path: ByteString, until limit: TimeLimit?) throws(Failure) {
        let (digest, file) = try VariableFile(path: path).digest(.sha256, until: limit)
        self.init(
            path: path, size: file.snapshot.size,
            state: .content(String(decoding: digest.hexadecimal, as: UTF8.self)))
    }
}

extension JournaledFile.State {
    /// The state as text, for a hash.
    var text: String {
        switch self {
        case .modified(let time): "\(time)"
        case .content(let digest): digest
        }
    }
}

extension ByteString {
    /// The absolute path of a file, with the links of its directory followed; `nil` without that
    /// directory.
    fileprivate var inRealDirectory: ByteString? {
        guard let directory = realpath(directoryPath.cString, nil) else { return nil }
        defer { free(directory) }
        let parent = ByteString(cString: directory).bytes
        let slash = parent == [UInt8(ascii: "/")] ? [] : [UInt8(ascii: "/")]
        return ByteString(bytes: parent + slash + bytes.dropFirst(self.directory.count))
    }
}

/// A URL in a journal: without its secrets, and with a digest of them that distinguishes it from others.
struct JournalURL: Hashable, Sendable {
    let shown: ByteString
    /// The SHA-256 of the URL, without user and password, in hex; `nil` if there are no secrets. A new
    /// password leads to the same place, another `?key=` need not.
    let digest: String?

    init(_ url: ByteString) {
        shown = Redactor.ofProcess.redact(url)
        digest = Self.hidesSecrets(url) ? Self.digest(url.withoutLogin) : nil
    }

    /// Whether the URL can be distinguished from others: a digest needs the system's library.
    static func isDistinguishable(
        _ url: ByteString, withDigests: Bool = Digest.sha256.begin() != nil
    ) -> Bool { withDigests || !hidesSecrets(url) }

    private static func hidesSecrets(_ url: ByteString) -> Bool {
        let place = url.withoutLogin
        return Redactor.ofProcess.redact(place) != place
    }

    private static func digest(_ url: ByteString) -> String? {
        Digest.sha256.of(url.bytes).map { String(decoding: $0.hexadecimal, as: UTF8.self) }
    }

    init(shown: ByteString, digest: String?) { (self.shown, self.digest) = (shown, digest) }
}

extension ByteString {
    /// A URL without user and password.
    var withoutLogin: ByteString {
        guard let range = userinfoRange else { return self }
        return ByteString(bytes: bytes[..<range.lowerBound] + bytes[(range.upperBound + 1)...])
    }
}
