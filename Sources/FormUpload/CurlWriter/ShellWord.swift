import FormEncoding

/// A word of a POSIX shell's command line: text, and variables that the shell replaces.
package struct ShellWord: Hashable, Sendable {
    package enum Piece: Hashable, Sendable {
        case text([UInt8])
        case variable(String)
    }

    package private(set) var pieces: [Piece] = []

    package init(_ text: some Sequence<UInt8> = []) { self += text }

    package init(variable name: String) { pieces = [.variable(name)] }

    package static func += (word: inout ShellWord, text: some Sequence<UInt8>) {
        let bytes = Array(text)
        if case .text(var before) = word.pieces.last {
            // Appended in place.
            word.pieces.removeLast()
            before += bytes
            word.pieces.append(.text(before))
        } else if !bytes.isEmpty {
            word.pieces.append(.text(bytes))
        }
    }

    package static func += (word: inout ShellWord, other: ShellWord) {
        for piece in other.pieces {
            switch piece {
            case .text(let bytes): word += bytes
            case .variable: word.pieces.append(piece)
            }
        }
    }

    package func mapText(_ transform: ([UInt8]) -> [UInt8]) -> ShellWord {
        mapText { ShellWord(transform($0)) }
    }

    func mapText(_ transform: ([UInt8]) -> ShellWord) -> ShellWord {
        var word = ShellWord()
        for piece in pieces {
            switch piece {
            case .text(let text): word += transform(text)
            case .variable(let name): word += ShellWord(variable: name)
            }
        }
        return word
    }

    /// Quoted for sh, bash and zsh; always valid UTF-8 without control characters but line ends and
    /// tabs, so that it can be shown and copied.
    package var quoted: String {
        if pieces.isEmpty { return "''" }
        let hasVariables = pieces.contains { if case .variable = $0 { true } else { false } }
        if hasVariables, let text = inDoubleQuotes { return text }
        return pieces.map { piece in
            switch piece {
            case .text(let bytes): Self.quoted(bytes)
            case .variable(let name): "\"$\(name)\""
            }
        }.joined()
    }

    /// `"text$VARIABLE"`; `nil` if the text has a character that is special in double quotes.
    private var inDoubleQuotes: String? {
        var text = "\""
        var rest = pieces[...]
        while let piece = rest.popFirst() {
            switch piece {
            case .variable(let name):
                text += rest.first?.continuesName ?? false ? "${\(name)}" : "$\(name)"
            case .text(let bytes):
                guard
                    bytes.allSatisfy({ (0x20..<0x7F).contains($0) && !"\"$\\`!".utf8.contains($0) })
                else { return nil }
                text += String(decoding: bytes, as: UTF8.self)
            }
        }
        return text + "\""
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        // zsh expands a word that begins with `=`.
        if bytes.allSatisfy(\.isPlain), bytes.first != UInt8(ascii: "=") {
            return String(decoding: bytes, as: UTF8.self)
        }
        return runs(of: bytes).map { run in
            run.isPrintable
                ? "'"
                    + String(decoding: run.bytes, as: UTF8.self).replacing("'", with: "'\\''") + "'"
                    // POSIX shells have no other notation for these bytes.
                : "\"$(printf '\(run.bytes.map { "\\" + $0.octal }.joined())')\""
        }.joined()
    }

    private static func runs(of bytes: [UInt8]) -> [(isPrintable: Bool, bytes: [UInt8])] {
        var runs: [(isPrintable: Bool, bytes: [UInt8])] = []
        var parser = Unicode.UTF8.ForwardParser()
        var input = bytes.makeIterator()
        var index = 0
        while true {
            let (isPrintable, count): (Bool, Int)
            switch parser.parseScalar(from: &input) {
            case .valid(let scalar):
                (isPrintable, count) = (Unicode.UTF8.decode(scalar).isPrintable, scalar.count)
            case .error(let length): (isPrintable, count) = (false, length)
            case .emptyInput: return runs
            }
            let next = bytes[index..<index + count]
            index += count
            if runs.last?.isPrintable == isPrintable {
                runs[runs.count - 1].bytes += next
            } else {
                runs.append((isPrintable, Array(next)))
            }
        }
    }
}

extension ShellWord.Piece {
    /// Whether a shell would take the beginning for a part of the name of a variable before it.
    fileprivate var continuesName: Bool {
        guard case .text(let bytes) = self, let first = bytes.first else { return false }
        return first.isLetterOrDigit || first == UInt8(ascii: "_")
    }
}

extension UInt8 {
    /// No shell has a use of its own for it within a word.
    fileprivate var isPlain: Bool { isLetterOrDigit || "-._=/@:,+%".utf8.contains(self) }

    /// Three digits.
    fileprivate var octal: String { String(String(0o1000 + Int(self), radix: 8).dropFirst()) }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control: self == "\n" || self == "\t"
        case .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

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
