import FormEncoding
import FormUpload

/// Where a journaled upload goes. What identifies it is a function of the URL, the method,
/// `--request-target` and `repetition` alone: it does not depend on which secrets are known.
struct JournalPlace: Sendable {
    /// The URL for people who read the journal, without secrets. It identifies nothing.
    let shown: ByteString
    /// The SHA-256, in hex, of the URL without its password, the method, the target and
    /// `repetition`; `earlierKey` for an entry of version 0.2.
    let key: String
    /// The URL of a request that an entry of version 0.2 may be about; `nil` if none can.
    private let earlierURL: ByteString?

    /// The place of an entry that was read.
    init(shown: ByteString, key: String) {
        self.shown = shown
        self.key = key
        earlierURL = nil
    }

    /// `repetition` is the number of earlier operations of the call that send the same file to this
    /// URL. `nil` if the system has no library for digests.
    init?(_ url: ByteString, method: ByteString, target: ByteString?, repetition: Int) {
        let texts = [url.withoutPassword, method, target ?? "", ByteString("\(repetition)")]
        // The length before each text keeps two texts apart.
        let bytes = texts.flatMap { Array("\($0.count):".utf8) + $0.bytes }
        guard let digest = Digest.sha256.hex(of: bytes) else { return nil }
        shown = Redactor.ofProcess.redact(url)
        key = digest
        // Version 0.2 sent a file to a URL only once.
        if repetition == 0 { earlierURL = url } else { earlierURL = nil }
    }

    /// Returns what identified a URL in version 0.2: the user, and the SHA-256 of the URL without
    /// its login. That version wrote the digest if it masked a part of the URL, and otherwise the
    /// URL.
    static func earlierKey(_ url: ByteString, digest: String? = nil) -> String? {
        guard let digest = digest ?? Digest.sha256.hex(of: url.withoutLogin.bytes) else {
            return nil
        }
        let login = url.userinfoRange.map { url.bytes[$0] } ?? []
        let user = ByteString(bytes: login.prefix { $0 != UInt8(ascii: ":") })
        return "\(user)@\(digest)"
    }

    /// What identified the place in version 0.2; `nil` if none of its entries can be about it.
    var earlierKey: String? { earlierURL.flatMap { Self.earlierKey($0) } }

    /// Whether an entry is about an upload to this place.
    func isPlace(of entry: JournalEntry) -> Bool {
        entry.place.key == key || entry.place.key == earlierKey
    }
}

extension Digest {
    /// Returns the digest in hex; `nil` if the system has no library for it.
    fileprivate func hex(of bytes: [UInt8]) -> String? {
        of(bytes).map { String(decoding: $0.hexadecimal, as: UTF8.self) }
    }
}

extension ByteString {
    /// The URL without its password: a new password leads to the same place.
    fileprivate var withoutPassword: ByteString {
        guard let login = userinfoRange, let password = bytes.password(in: login) else {
            return self
        }
        let start = bytes[..<(password.lowerBound - 1)]
        return ByteString(bytes: start + bytes[password.upperBound...])
    }
}
