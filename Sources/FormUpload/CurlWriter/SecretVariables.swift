import FormEncoding

/// Writes values with shell variables in place of their secrets; each variable stands for one
/// secret.
package struct SecretVariables {
    package let names: CredentialNames
    private let showsSecrets: Bool
    /// Finds secrets whose names are not beside them.
    package var findSecrets: (@Sendable ([UInt8]) -> [Secret])?
    /// The variables that stand for secrets, in the order of their first use.
    private(set) var variables: [String] = []
    /// The variable of each secret, by the name that it would like.
    private var variableOfSecret: [String: [ByteString: String]] = [:]
    private var used: Set<String> = []
    /// The highest number of a variable of each name.
    private var numbers: [String: Int] = [:]

    package init(_ names: CredentialNames, showsSecrets: Bool) {
        (self.names, self.showsSecrets) = (names, showsSecrets)
    }

    /// Returns a text with variables in place of its secrets, unless they may be shown.
    package mutating func word(_ text: [UInt8], hiding secrets: [Secret]) -> ShellWord {
        var word = ShellWord()
        var index = 0
        let secrets = showsSecrets ? [] : (secrets + (findSecrets?(text) ?? [])).merged
        for secret in secrets where !secret.range.isEmpty {
            word += text[index..<secret.range.lowerBound]
            word += ShellWord(variable: variable(for: text[secret.range], named: secret.name))
            index = secret.range.upperBound
        }
        word += text[index...]
        return word
    }

    private mutating func variable(for secret: ArraySlice<UInt8>, named name: ByteString) -> String
    {
        let secret = ByteString(bytes: secret)
        let base = Self.variable(name)
        if let variable = variableOfSecret[base]?[secret] { return variable }
        let variable = newVariable(for: name)
        variableOfSecret[base, default: [:]][secret] = variable
        variables.append(variable)
        return variable
    }

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
