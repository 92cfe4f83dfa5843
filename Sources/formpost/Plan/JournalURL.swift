import FormEncoding

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
