import FormEncoding

/// Writes values with shell variables in place of their secrets; each variable stands for one
/// secret.
package struct SecretVariables {
    private let showsSecrets: Bool
    private let headers: CredentialNames
    package let fields: CredentialNames
    /// The variables that stand for secrets, in the order of their first use.
    private(set) var variables: [String] = []
    private var variableOfSecret: [NamedSecret: String] = [:]
    private var used: Set<String> = []
    /// The number of the last variable of each name.
    private var numbers: [String: Int] = [:]

    private struct NamedSecret: Hashable {
        let name: String
        let secret: ByteString
    }

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
        let named = NamedSecret(name: Self.variable(name), secret: secret)
        if let variable = variableOfSecret[named] { return ShellWord(variable: variable) }
        let variable = newVariable(for: name)
        variableOfSecret[named] = variable
        variables.append(variable)
        return ShellWord(variable: variable)
    }

    /// Returns a variable that stands for nothing yet.
    mutating func newVariable(for name: ByteString) -> String {
        let base = Self.variable(name)
        var number = numbers[base] ?? 0
        var variable: String
        repeat {
            number += 1
            variable = number == 1 ? base : "\(base)_\(number)"
        } while !used.insert(variable).inserted
        numbers[base] = number
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
