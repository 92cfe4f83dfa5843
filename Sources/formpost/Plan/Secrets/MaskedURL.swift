import FormEncoding
import FormUpload

extension [UInt8] {
    /// The text without the secrets of its URLs. libcurl quotes the URL of a proxy without a scheme.
    var maskingURLs: [UInt8] {
        var text = self
        for quote in [" == '", "proxy syntax in '"] {
            guard let start = text.firstRange(of: Array(quote.utf8))?.upperBound,
                let end = text.lastIndex(of: UInt8(ascii: "'")), end > start
            else { continue }
            let url = ByteString(bytes: text[start..<end])
            // A password with a slash in it may be why libcurl quotes it.
            text.replaceSubrange(start..<end, with: url.withoutAnySecret.bytes)
        }
        return text.masking(SecretNames.ofProcess.secrets(inText: text))
    }
}

extension ByteString {
    /// A URL without user and password.
    var withoutLogin: ByteString {
        guard let range = userinfoRange else { return self }
        return ByteString(bytes: bytes[..<range.lowerBound] + bytes[(range.upperBound + 1)...])
    }

    /// A URL as it may be shown: with the user, and without the password and other credentials.
    var withoutSecrets: ByteString {
        // Values first: the names may stand in the middle of one.
        let text = ByteString(bytes: SecretValues.ofProcess.masking(bytes))
        return ByteString(bytes: text.bytes.masking(SecretNames.ofProcess.secrets(inURL: text)))
    }

    /// A text that is no URL as it may be shown: a password with a slash in it may be why.
    var withoutAnySecret: ByteString {
        let bytes = SecretValues.ofProcess.masking(bytes)
        let end = bytes.lastIndex(of: UInt8(ascii: "@")) ?? 0
        let scheme = bytes[..<end].firstRange(of: Array("://".utf8))
        let password = bytes.password(in: (scheme?.upperBound ?? 0)..<end)
        let shown = bytes.masking(password.map { [Secret(name: "password", range: $0)] } ?? [])
        return ByteString(bytes: shown.masking(SecretNames.ofProcess.secrets(inText: shown)))
    }
}
