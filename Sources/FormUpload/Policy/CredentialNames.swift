import FormEncoding

/// Tells by its name whether a header field, a form field, a member of JSON or a query parameter is a credential,
/// and by its place which part of a URL is one.
///
/// A name is read as words: they end at every character that is no letter or digit, before a
/// capital after a small letter, and before digits at their end; letter case does not count. A name
/// is a credential's if one of its words is (`PRIVATE-TOKEN`, `X-Auth-Token`), or if it has a word
/// that makes a key one (`X-Api-Key`, but not `Idempotency-Key`). Added names are compared whole.
package struct CredentialNames: Sendable, Equatable {
    /// In lower case.
    private var added: Set<String>

    /// The rule, and `names` besides, in any letter case.
    package init(adding names: [ByteString] = []) {
        added = Set(names.map { $0.description.lowercased() })
    }

    package mutating func add(_ name: ByteString) { added.insert(name.description.lowercased()) }

    package func adds(_ name: String) -> Bool {
        !added.isEmpty && added.contains(name.lowercased())
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
        words.contains(where: Self.words.contains)
            || zip(words, words.dropFirst()).contains { $1 == "key" && keys.contains($0) }
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

/// A secret in a text: the name that gives it away, and its place.
package struct Secret: Equatable {
    package let name: ByteString
    package let range: Range<Int>

    package init(name: ByteString, range: Range<Int>) { (self.name, self.range) = (name, range) }
}

/// The places of secrets in a text, by the names beside them.
extension CredentialNames {
    package func secrets(inHeader line: [UInt8]) -> [Secret] {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return [] }
        let name = ByteString(bytes: line[..<colon])
        let value = line[(colon + 1)...].drop(while: \.isBlank)
        guard !value.isEmpty, contains(name) else { return [] }
        return [Secret(name: name, range: value.indices)]
    }

    /// Returns the secret values of `name=value&name=value`, or of JSON. Of one pair, the value may
    /// have a `&` in it.
    package func secrets(inData bytes: [UInt8], isOnePair: Bool = false) -> [Secret] {
        let start = bytes.first { !$0.isBlank }
        if let start, "{[".utf8.contains(start) { return secrets(inJSON: bytes) }
        // Several `--json` may split an object after a comma or before a name; a pair may begin so, too.
        if let start, ",\"".utf8.contains(start) {
            let secrets = secrets(inJSON: bytes)
            if !secrets.isEmpty { return secrets }
        }
        let pairs = isOnePair ? [bytes[...]] : bytes.split(separator: UInt8(ascii: "&"))
        return pairs.compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex
            else { return nil }
            let name = ByteString(bytes: WrittenURL.decoded(pair[..<equals]))
            guard contains(parameter: name) else { return nil }
            return Secret(name: name, range: equals + 1..<pair.endIndex)
        }
    }

    /// Returns the secret values of the members of objects, apart from objects and arrays, and without
    /// their quotes; also of text that is no JSON.
    package func secrets(inJSON bytes: [UInt8]) -> [Secret] {
        var secrets: [Secret] = []
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            let name = bytes.jsonString(after: open)
            index = min(name.upperBound + 1, bytes.count)
            let colon = bytes[index...].drop(while: \.isBlank)
            guard colon.first == UInt8(ascii: ":") else { continue }
            let value = colon.dropFirst().drop(while: \.isBlank)
            let member = ByteString(bytes: bytes[name])
            guard contains(member), let first = value.first, !"[{".utf8.contains(first)
            else { continue }
            let isString = first == UInt8(ascii: "\"")
            let end = value.prefix { !",]}".utf8.contains($0) && !$0.isBlank }.endIndex
            let range =
                isString ? bytes.jsonString(after: value.startIndex) : value.startIndex..<end
            secrets.append(Secret(name: member, range: range))
            index = min(range.upperBound + (isString ? 1 : 0), bytes.count)
        }
        return secrets
    }
}

extension [Secret] {
    /// The secrets in the order of the text. Those that overlap or touch are one, with the name of the first.
    package var merged: [Secret] {
        let ordered = sorted { $0.range.lowerBound < $1.range.lowerBound }
        return ordered.reduce(into: []) { merged, secret in
            guard let last = merged.last, secret.range.lowerBound <= last.range.upperBound else {
                return merged.append(secret)
            }
            let end = Swift.max(last.range.upperBound, secret.range.upperBound)
            merged[merged.count - 1] = Secret(
                name: last.name, range: last.range.lowerBound..<end)
        }
    }
}

extension [UInt8] {
    /// Returns the text with `[masked]` in place of secrets. A text that is masked already stays as it is: a
    /// message may quote a masked URL, and only the message says where the URL ends.
    package func masking(_ secrets: [Secret]) -> [UInt8] {
        let mask = Array("[masked]".utf8)
        var masked: [UInt8] = []
        var index = 0
        for secret in secrets.filter({ !self[$0.range].starts(with: mask) }).merged {
            masked += self[index..<secret.range.lowerBound] + mask
            index = secret.range.upperBound
        }
        return masked + self[index...]
    }

    /// The password of `user:password`; `nil` without a colon.
    package func password(in login: Range<Int>) -> Range<Int>? {
        self[login].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1..<login.upperBound }
    }

    /// The range of a string's content, with its escapes, up to its end or that of the text.
    fileprivate func jsonString(after quote: Int) -> Range<Int> {
        var index = quote + 1
        while index < count, self[index] != UInt8(ascii: "\"") {
            index += self[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return quote + 1..<Swift.min(index, count)
    }
}

/// The secrets of URLs: passwords, the values of parameters such as `?sig=…`, and tokens in paths
/// (WebhookPath).
extension CredentialNames {
    /// Returns the secrets of a URL; with `withUser` the user is a part of the first one.
    package func secrets(inURL url: ByteString, withUser: Bool = false) -> [Secret] {
        let login = url.userinfoRange.flatMap { range in
            withUser ? range : url.bytes.password(in: range)
        }
        let password = login.map { [Secret(name: "password", range: $0)] } ?? []
        return password + secrets(inTarget: url.bytes, from: login?.upperBound)
    }

    /// Returns the secrets of all URLs in a text, in one pass: a server may send any number of them.
    package func secrets(inText text: [UInt8]) -> [Secret] {
        var secrets = secrets(inTarget: text)
        var index = 0
        while let mark = text[index...].firstRange(of: "://".utf8) {
            index = text[mark.upperBound...].drop { $0 == UInt8(ascii: "/") }.startIndex
            guard let login = text[index...].loginAtStart(endsAtBlank: true),
                let password = text.password(in: login)
            else { continue }
            secrets.append(Secret(name: "password", range: password))
            index = login.upperBound
        }
        return secrets.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func secrets(inTarget text: [UInt8], from start: Int? = nil) -> [Secret] {
        var secrets: [Secret] = []
        var index = start ?? 0
        while index < text.count {
            let found =
                switch text[index] {
                case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
                    parameter(in: text, at: index)
                case UInt8(ascii: "/"):
                    WebhookPath.all.lazy.compactMap { $0.secret(in: text[index...]) }.first
                default: nil as Secret?
                }
            if let found { secrets.append(found) }
            index = max(index + 1, found?.range.upperBound ?? 0)
        }
        return secrets
    }

    /// The parameter that follows a separator, if its value is a secret.
    private func parameter(in text: [UInt8], at separator: Int) -> Secret? {
        let name = text[(separator + 1)...].prefix { $0 != UInt8(ascii: "=") && $0.isInParameter }
        guard name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: "=") else {
            return nil
        }
        let decoded = ByteString(bytes: WrittenURL.decoded(name))
        let value = text[(name.endIndex + 1)...].prefix(while: \.isInParameter)
        guard !value.isEmpty, contains(parameter: decoded) else { return nil }
        return Secret(name: decoded, range: value.indices)
    }
}

extension ByteString {
    package var userinfoRange: Range<Int>? { bytes[authority.lowerBound...].loginAtStart() }

    /// A URL without user and password.
    package var withoutLogin: ByteString {
        guard let range = userinfoRange else { return self }
        return ByteString(bytes: bytes[..<range.lowerBound] + bytes[(range.upperBound + 1)...])
    }
}

extension ArraySlice<UInt8> {
    /// The login of a text that begins with an authority. A `#` ends an authority, but may be meant for
    /// a part of the password, which must not be shown.
    fileprivate func loginAtStart(endsAtBlank: Bool = false) -> Range<Int>? {
        let place = prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && !(endsAtBlank && $0 <= 0x20)
        }
        return place.lastIndex(of: UInt8(ascii: "@")).map { startIndex..<$0 }
    }
}

extension UInt8 {
    /// Not a blank, nor what ends a parameter or a URL in a text.
    var isInParameter: Bool {
        self > 0x20 && self != 0x7F && !"&#?\"<>".utf8.contains(self)
    }

    var isInSegment: Bool { isInParameter && self != UInt8(ascii: "/") }
}
