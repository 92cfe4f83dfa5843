import FormEncoding

/// A word of a POSIX shell's command line: text, and variables that the shell replaces. It refuses
/// to run the line where one of them is not set, or is empty.
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
            case .variable(let name): "\"${\(name):?}\""
            }
        }.joined()
    }

    /// `"text${VARIABLE:?}"`; `nil` if the text has a character that is special in double quotes.
    private var inDoubleQuotes: String? {
        var text = "\""
        for piece in pieces {
            switch piece {
            case .variable(let name): text += "${\(name):?}"
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
        bytes.forEachScalar { scalar, next in
            let isPrintable = scalar?.isPrintable ?? false
            if runs.last?.isPrintable == isPrintable {
                runs[runs.count - 1].bytes += next
            } else {
                runs.append((isPrintable, Array(next)))
            }
        }
        return runs
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
