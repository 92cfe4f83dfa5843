import FormEncoding
import FormUpload

/// The body of an answer in JSON, as a person reads it: indented, and on a terminal coloured and
/// without control characters.
struct PrettyBody {
    private var printer: JSONPrinter
    private var terminal: TerminalStream?
    /// The next prompt must not have the colour of the string that Ctrl-C has cut.
    private let interruption: Interruption?

    /// `nil` where the body is printed as it is. The file of `-o` always gets its bytes.
    init?(
        _ head: ResponseHead, _ output: Settings.Output, isDecoded: Bool, console: Console
    ) {
        let coding = head.value(of: "Content-Encoding")?.description.lowercased() ?? "identity"
        guard output.path == nil, head.isJSON, isDecoded || coding == "identity",
            case let isOnTerminal = Console.isTerminal(console.output),
            output.pretty == .on || output.pretty == .auto && isOnTerminal && !console.isInCI
        else { return nil }
        let hasColors = console.showsColors(console.output)
        printer = JSONPrinter(hasColors: hasColors)
        if isOnTerminal { terminal = TerminalStream() }
        interruption =
            hasColors
            ? Interruption { try? Array(TextColor.end.utf8).write(to: console.output) } : nil
    }

    /// Returns the text to print for the next bytes of the body.
    mutating func print(_ bytes: [UInt8]) -> [UInt8] {
        printer.print(terminal?.shown(bytes) ?? bytes)
    }

    /// Returns the rest to print when the body has ended.
    mutating func end() -> [UInt8] {
        let last = terminal?.end() ?? []
        return printer.print(last) + printer.end()
    }
}

extension ResponseHead {
    fileprivate var isJSON: Bool {
        let value = value(of: "Content-Type")?.description.lowercased() ?? ""
        let type = value.prefix { !"; \t".contains($0) }
        return type == "application/json" || type.hasSuffix("+json")
    }
}

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
        isVerbatim = true
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
        after last: JSONGrammar.Last, before meaning: JSONGrammar.Meaning
    ) -> [UInt8] {
        switch (last, meaning) {
        case (.nothing, _), (_, .comma), (_, .colon), (.opening, .closing): []
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

/// Reads JSON (RFC 8259) byte by byte, and says what each byte is.
///
/// It is lenient where that changes no layout: escapes and numbers are not checked to the last
/// character, and lists and objects may follow each other, as in logs.
struct JSONGrammar {
    enum Token { case key, string, number, literal }

    enum Meaning: Equatable {
        case blank, opening, closing, comma, colon
        case beginning(Token)
        case inside
    }

    enum Last { case nothing, opening, comma, key, colon, value }

    /// Deeper lists are no answer for people, and each line would be longer than what it shows.
    static let maximumDepth = 128

    /// The token that has begun; of a number only the next byte shows that it has ended.
    private(set) var token: Token?
    /// What stands last; of a key or a value its first byte is enough.
    private(set) var last = Last.nothing
    private var isEscaped = false
    private var lettersToCome: ArraySlice<UInt8> = []
    /// Whether each open list or object is an object; the innermost one is last.
    private var isObject: [Bool] = []

    var depth: Int { isObject.count }

    var isComplete: Bool {
        depth == 0 && last == .value && (token == nil || token == .number)
    }

    /// How many bytes from the first on are plain text of a string.
    func plainText(in bytes: ArraySlice<UInt8>) -> Int {
        guard token == .key || token == .string, !isEscaped else { return 0 }
        return bytes.prefix { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
            .count
    }

    /// Returns the role of the next byte; `nil` if it is not allowed there, which ends the text.
    mutating func meaning(of byte: UInt8) -> Meaning? {
        switch token {
        case .key, .string: return insideString(byte) ? .inside : nil
        case .literal:
            guard lettersToCome.popFirst() == byte else { return nil }
            if lettersToCome.isEmpty { token = nil }
            return .inside
        case .number:
            if byte.isDigit || "+-.eE".utf8.contains(byte) { return .inside }
            token = nil
            return structure(byte)
        case nil: return structure(byte)
        }
    }

    private mutating func insideString(_ byte: UInt8) -> Bool {
        guard byte >= 0x20 else { return false }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            token = nil
        }
        return true
    }

    private mutating func structure(_ byte: UInt8) -> Meaning? {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return .blank
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard takesValue || depth == 0 && last == .value, depth < Self.maximumDepth else {
                return nil
            }
            isObject.append(byte == UInt8(ascii: "{"))
            last = .opening
            return .opening
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard last == .opening || last == .value,
                isObject.popLast() == (byte == UInt8(ascii: "}"))
            else { return nil }
            last = .value
            return .closing
        case UInt8(ascii: ","):
            guard last == .value, depth > 0 else { return nil }
            last = .comma
            return .comma
        case UInt8(ascii: ":"):
            guard last == .key else { return nil }
            last = .colon
            return .colon
        default: return begin(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) -> Meaning? {
        if byte == UInt8(ascii: "\""), isInObject, last == .opening || last == .comma {
            (token, last) = (.key, .key)
            return .beginning(.key)
        }
        guard takesValue else { return nil }
        let token: Token
        switch byte {
        case UInt8(ascii: "\""): token = .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): token = .number
        default:
            guard let word = Self.literals.first(where: { $0.first == byte }) else { return nil }
            lettersToCome = word.dropFirst()
            token = .literal
        }
        (self.token, last) = (token, .value)
        return .beginning(token)
    }

    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }

    private var isInObject: Bool { isObject.last ?? false }

    private var takesValue: Bool {
        switch last {
        case .nothing, .colon: true
        case .opening, .comma: !isInObject
        case .key, .value: false
        }
    }
}
