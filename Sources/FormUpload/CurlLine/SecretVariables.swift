import FormEncoding

/// Writes values with shell variables in place of their secrets; each variable stands for one
/// secret.
package struct SecretVariables {
    private let showsSecrets: Bool
    private let headers: CredentialNames
    package let fields: CredentialNames
    /// The variables that stand for secrets, in the order of their first use.
    private(set) var variables: [String] = []
    private var secrets: [String: ByteString] = [:]
    /// The variables that stand for something else.
    private var others: Set<String> = []

    /// `headers` and `fields` are the names whose values are secrets.
    package init(showsSecrets: Bool, headers: CredentialNames, fields: CredentialNames) {
        self.showsSecrets = showsSecrets
        self.headers = headers
        self.fields = fields
    }

    /// The variable for a secret, named after `name`, or the secret itself if it may be shown.
    package mutating func word(_ secret: some Sequence<UInt8>, named name: ByteString) -> ShellWord
    {
        let secret = ByteString(bytes: secret)
        if showsSecrets || secret.bytes.isEmpty { return ShellWord(secret) }
        let variable = variable(for: name) { secrets[$0] == nil || secrets[$0] == secret }
        if secrets.updateValue(secret, forKey: variable) == nil { variables.append(variable) }
        return ShellWord(variable: variable)
    }

    /// A variable that stands for nothing yet, for something else than a secret.
    mutating func newVariable(for name: ByteString) -> String {
        let variable = variable(for: name) { secrets[$0] == nil }
        others.insert(variable)
        return variable
    }

    private func variable(for name: ByteString, if isFree: (String) -> Bool) -> String {
        let base = Self.variable(name)
        var variable = base
        var number = 1
        while others.contains(variable) || !isFree(variable) {
            number += 1
            variable = "\(base)_\(number)"
        }
        return variable
    }

    private static func variable(_ name: ByteString) -> String {
        let letters = name.bytes.map { $0.isLetterOrDigit ? $0 : UInt8(ascii: "_") }
        let variable = String(decoding: letters, as: UTF8.self).uppercased()
        let isTaken = shells.contains(variable) || variable.first?.isNumber ?? true
        return isTaken ? "SECRET_" + variable : variable
    }

    /// Variables that a shell or curl reads.
    private static let shells: Set<String> = [
        "ALL_PROXY", "CDPATH", "CURL_CA_BUNDLE", "CURL_HOME", "ENV", "EUID", "HISTFILE", "HOME",
        "HTTPS_PROXY", "IFS", "LANG", "LC_ALL", "LINENO", "LOGNAME", "MAIL", "NO_PROXY", "OLDPWD",
        "OPTARG", "OPTIND", "PATH", "PPID", "PS1", "PS2", "PS4", "PWD", "RANDOM", "SECONDS",
        "SHELL", "SSL_CERT_DIR", "SSL_CERT_FILE", "SSLKEYLOGFILE", "TERM", "TMPDIR", "TZ", "UID",
        "USER", "USERNAME",
    ]
}

extension SecretVariables {
    /// `value` with a secret from `end` on.
    package mutating func split(
        _ value: ByteString, at end: Int, named name: ByteString
    ) -> ShellWord {
        var word = ShellWord(value.bytes[..<end])
        word += self.word(value.bytes[end...], named: name)
        return word
    }

    /// `Name: value`, of a request or a part.
    package mutating func header(_ line: ByteString) -> ShellWord {
        guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return ShellWord(line)
        }
        let name = ByteString(bytes: line.bytes[..<colon])
        let value = line.bytes[(colon + 1)...].drop(while: \.isBlank)
        guard headers.contains(name) else { return ShellWord(line) }
        return split(line, at: value.startIndex, named: name)
    }

    /// `name=value&name=value`, or JSON.
    package mutating func pairs(_ bytes: [UInt8], areJoined: Bool = true) -> ShellWord {
        if areJoined, let first = bytes.first(where: { !$0.isBlank }), "{[,".utf8.contains(first) {
            return json(bytes)
        }
        let joint = UInt8(ascii: "&")
        let pairs =
            areJoined
            ? bytes.split(separator: joint, omittingEmptySubsequences: false) : [bytes[...]]
        var word = ShellWord()
        for (index, pair) in pairs.enumerated() {
            if index > 0 { word += [joint] }
            let written = pair.prefix { $0 != UInt8(ascii: "=") }
            let name = ByteString(bytes: WrittenURL.decoded(written))
            guard written.count < pair.count,
                fields.contains(parameter: name)
            else {
                word += pair
                continue
            }
            word += pair.prefix(written.count + 1)
            word += self.word(pair.dropFirst(written.count + 1), named: name)
        }
        return word
    }

    package mutating func url(_ url: ByteString) -> ShellWord {
        guard let login = url.userinfoRange,
            let colon = url.bytes[login].firstIndex(of: UInt8(ascii: ":"))
        else { return masked(url.bytes) }
        var word = ShellWord(url.bytes[...colon])
        word += self.word(url.bytes[(colon + 1)..<login.upperBound], named: "password")
        word += masked(Array(url.bytes[login.upperBound...]))
        return word
    }

    /// The data of a query, without its `?`.
    package mutating func query(_ data: ByteString) -> ShellWord {
        let mark = [UInt8(ascii: "?")]
        return masked(mark + data.bytes, from: mark.count)
    }

    /// A URL without its login.
    private mutating func masked(_ bytes: [UInt8], from start: Int = 0) -> ShellWord {
        var word = ShellWord()
        var index = start
        for range in bytes.credentialRanges(fields) {
            let before = bytes[index..<range.lowerBound]
            word += before
            let name = before.reversed().dropFirst().prefix { !"?&".utf8.contains($0) }.reversed()
            let isParameter = before.last == UInt8(ascii: "=")
            word += self.word(
                bytes[range], named: isParameter ? ByteString(bytes: name) : "bot_token")
            index = range.upperBound
        }
        word += bytes[index...]
        return word
    }
}
