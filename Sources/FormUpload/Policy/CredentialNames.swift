import FormEncoding

/// Tells by its name whether a header field, a form field or a query parameter is a credential.
///
/// A name is read as words: they end at every character that is no letter or digit, before a
/// capital after a small letter, and before digits at their end; letter case does not count. A name
/// is a credential's if one of its words is (`PRIVATE-TOKEN`, `X-Auth-Token`), or if it has a word
/// that makes a key one (`X-Api-Key`, but not `Idempotency-Key`). Added names are compared whole.
package struct CredentialNames: Sendable, Equatable {
    /// In lower case.
    private let added: Set<String>

    /// The rule, and `names` besides, in any letter case.
    package init(adding names: [ByteString] = []) {
        added = Set(names.map { $0.description.lowercased() })
    }

    package func contains(_ name: ByteString) -> Bool {
        let whole = name.description.lowercased()
        if added.contains(whole) { return true }
        guard !Self.exceptions.contains(whole) else { return false }
        return Self.names.contains(whole)
            || Self.isCredential(Self.words(of: name, inCapitals: true))
            || Self.isCredential(Self.words(of: name, inCapitals: false))
    }

    /// Whether the value of a query parameter of this name is a credential: there some names are that
    /// say less elsewhere.
    package func contains(parameter name: ByteString) -> Bool {
        Self.parameters.contains(name.description.lowercased()) || contains(name)
    }
}

extension CredentialNames {
    /// A name with one of these words is a credential's.
    package static let words: Set<String> = [
        "accesskey", "accesstoken", "apikey", "appkey", "auth", "authentication", "authkey",
        "authorization", "authtoken", "bearer", "cookie", "credential", "csrfmiddlewaretoken",
        "csrftoken", "jwt",
        "otp", "passcode", "passphrase", "passwd", "password", "privatekey", "pwd", "secret",
        "secretkey", "sessionid", "signature", "token", "xsrftoken",
    ]

    /// A `key` after one of these words is a credential.
    package static let keys: Set<String> = [
        "access", "account", "api", "app", "application", "customer", "deploy", "encryption",
        "function", "functions", "license", "master", "private", "service", "session", "shared",
        "signing", "subscription",
    ]

    /// Names that none of their words give away.
    package static let names: Set<String> = ["session-id", "x-jfrog-art-api", "x-session-id"]

    /// Not credentials: the one value of `X-Atlassian-Token`, `no-check`, is the same for everybody, and
    /// the others are a server's (RFC 7615).
    package static let exceptions: Set<String> = [
        "authentication-info", "proxy-authentication-info", "x-atlassian-token",
    ]

    /// In a query only.
    package static let parameters: Set<String> = ["code", "key", "pass", "pw", "sid", "sig"]

    private static func isCredential(_ words: [String]) -> Bool {
        var before: String?
        for word in words {
            if Self.words.contains(word) { return true }
            if word == "key", let before, keys.contains(before) { return true }
            before = word
        }
        return false
    }

    /// `inCapitals`: a capital after a small letter begins a word.
    ///
    /// In loops: lazy sequences of sequences would take longer to set up than all the rest.
    static func words(of name: ByteString, inCapitals: Bool) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        func endWord() {
            while let last = word.last, last.isDigit { word.removeLast() }
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        var last: UInt8 = 0
        for byte in name.bytes {
            let isCapital = byte.lowercased != byte
            let isAfterSmall = last.isLetter && last.lowercased == last
            if !byte.isLetterOrDigit || (inCapitals && isCapital && isAfterSmall) { endWord() }
            if byte.isLetterOrDigit { word.append(byte.lowercased) }
            last = byte
        }
        endWord()
        return words
    }
}

/// Variables of the environment that are secrets.
extension CredentialNames {
    /// A name with a word that ends so, or with an `S` after it, is a secret's.
    package static let variableEndings = [
        "token", "secret", "password", "passwd", "key", "webhook", "hook", "credential", "auth",
        "signature",
    ]

    /// Whether the name of a variable says that its value is a secret: by its words, and by those of header
    /// and field names.
    package static func isSecretVariable(_ name: ByteString) -> Bool {
        if CredentialNames().contains(name) { return true }
        return (words(of: name, inCapitals: true) + words(of: name, inCapitals: false))
            .contains { word in
                variableEndings.contains { word.hasSuffix($0) || word.hasSuffix($0 + "s") }
            }
    }
}
