import FormEncoding
import FormUpload

/// Writes values with shell variables in place of their secrets; each variable stands for one
/// secret.
struct SecretVariables {
    let showsSecrets: Bool
    let headers: CredentialNames
    let fields: CredentialNames
    private var secrets: [String: ByteString] = [:]

    init(_ output: Settings.Output) {
        showsSecrets = output.showsSecrets
        headers = output.secretHeaderNames
        fields = output.secretFieldNames
    }

    /// The variable for a secret, named after `name`, or the secret itself if it may be shown.
    mutating func word(_ secret: some Sequence<UInt8>, named name: ByteString) -> ShellWord {
        let secret = ByteString(bytes: secret)
        if showsSecrets || secret.bytes.isEmpty { return ShellWord(secret) }
        let base = Self.variable(name)
        var variable = base
        var number = 1
        while let other = secrets[variable], other != secret {
            number += 1
            variable = "\(base)_\(number)"
        }
        secrets[variable] = secret
        return ShellWord(variable: variable)
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
    /// The value of an option.
    mutating func word(_ value: ByteString, of row: OptionSpec) -> ShellWord {
        let variable = ByteString(row.variable)
        switch row.secrecy {
        case .open: return ShellWord(value)
        case .secret:
            // A file of cookies is no secret.
            return row.meaning.input(of: value) != nil
                ? ShellWord(value) : word(value, named: variable)
        case .login:
            guard let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")) else {
                return ShellWord(value)
            }
            return split(value, at: colon + 1, named: variable)
        case .passphrase:
            let password = CertificateArgument(value).password?.count ?? 0
            return split(value, at: value.count - password, named: variable)
        case .header: return header(value)
        case .field: return pairs(value.bytes)
        case .url: return url(value)
        case .query:
            let mark = [UInt8(ascii: "?")]
            return masked(mark + value.bytes, from: mark.count)
        }
    }

    private mutating func split(
        _ value: ByteString, at end: Int, named name: ByteString
    ) -> ShellWord {
        var word = ShellWord(value.bytes[..<end])
        word += self.word(value.bytes[end...], named: name)
        return word
    }

    /// `Name: value`, of a request or a part.
    mutating func header(_ line: ByteString) -> ShellWord {
        guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return ShellWord(line)
        }
        let name = ByteString(bytes: line.bytes[..<colon])
        let value = line.bytes[(colon + 1)...].drop(while: \.isBlank)
        guard headers.contains(name) else { return ShellWord(line) }
        return split(line, at: value.startIndex, named: name)
    }

    /// `name=value&name=value`, or JSON.
    mutating func pairs(_ bytes: [UInt8], areJoined: Bool = true) -> ShellWord {
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
            let name = ByteString(bytes: pair.prefix { $0 != UInt8(ascii: "=") })
            guard name.count < pair.count, fields.contains(parameter: name) else {
                word += pair
                continue
            }
            word += pair.prefix(name.count + 1)
            word += self.word(pair.dropFirst(name.count + 1), named: name)
        }
        return word
    }

    mutating func url(_ url: ByteString) -> ShellWord {
        guard let login = url.userinfoRange,
            let colon = url.bytes[login].firstIndex(of: UInt8(ascii: ":"))
        else { return masked(url.bytes) }
        var word = ShellWord(url.bytes[...colon])
        word += self.word(url.bytes[(colon + 1)..<login.upperBound], named: "password")
        word += masked(Array(url.bytes[login.upperBound...]))
        return word
    }

    /// A URL without its login.
    private mutating func masked(_ bytes: [UInt8], from start: Int = 0) -> ShellWord {
        var word = ShellWord()
        var index = start
        for range in bytes.credentialRanges {
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
