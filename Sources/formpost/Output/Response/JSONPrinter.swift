/// Indents JSON as it comes, in constant memory.
///
/// It changes blanks between tokens, and nothing else. From the first byte that cannot stand where
/// it does, everything is passed on as it is: an answer may be cut short, or be no JSON at all.
struct JSONPrinter {
    private static let indentation = 2
    /// So many of the blanks before the first byte that is no JSON are passed on.
    private static let rememberedBlanks = 1024

    private let hasColors: Bool
    private var grammar = JSONGrammar()
    private var isVerbatim = false
    private var isColoring = false
    /// The blanks since the last byte that was printed.
    private var blanks: [UInt8] = []

    init(hasColors: Bool) { self.hasColors = hasColors }

    mutating func print(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first, !isVerbatim {
            let plain = grammar.plainText(in: rest)
            if plain > 0 {
                output += rest.prefix(plain)
                rest = rest.dropFirst(plain)
            } else if print(byte, to: &output) {
                rest = rest.dropFirst()
            }
        }
        return output + rest
    }

    /// Returns the rest to print when there is no more to read.
    mutating func end() -> [UInt8] {
        var output: [UInt8] = []
        endColor(&output)
        if !isVerbatim, grammar.isComplete { output.append(0x0A) }
        return output
    }

    /// Returns false if the byte is no JSON: it has not been printed.
    private mutating func print(_ byte: UInt8, to output: inout [UInt8]) -> Bool {
        let last = grammar.last
        guard let meaning = grammar.meaning(of: byte) else {
            endColor(&output)
            output += blanks
            isVerbatim = true
            return false
        }
        if meaning == .inside {
            output.append(byte)
            if grammar.token == nil { endColor(&output) }
            return true
        }
        endColor(&output)
        if meaning == .blank {
            if blanks.count < Self.rememberedBlanks { blanks.append(byte) }
            return true
        }
        blanks = []
        output += separator(after: last, before: meaning)
        if case .beginning(let token) = meaning, hasColors {
            output += token.color.start.utf8
            isColoring = true
        }
        output.append(byte)
        return true
    }

    private func separator(
        after last: JSONGrammar.Meaning?, before meaning: JSONGrammar.Meaning
    ) -> [UInt8] {
        switch (last, meaning) {
        case (nil, _), (_, .comma), (_, .colon), (.opening, .closing): []
        case (.colon, _): [0x20]
        // The grammar counts what has just been opened.
        case (_, .opening): line(grammar.depth - 1)
        default: line(grammar.depth)
        }
    }

    private func line(_ depth: Int) -> [UInt8] {
        [0x0A] + [UInt8](repeating: 0x20, count: depth * Self.indentation)
    }

    private mutating func endColor(_ output: inout [UInt8]) {
        if isColoring { output += TextColor.end.utf8 }
        isColoring = false
    }
}

extension JSONGrammar.Token {
    fileprivate var color: TextColor {
        switch self {
        case .key: .boldBlue
        case .string: .green
        case .number: .cyan
        case .literal: .magenta
        }
    }
}
