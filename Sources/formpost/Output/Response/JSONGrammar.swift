import FormEncoding

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

    /// Deeper lists are no answer for people, and each line would be longer than what it shows.
    static let maximumDepth = 128

    /// The token that has begun; of a number only the next byte shows that it has ended.
    private(set) var token: Token?
    /// What stands last, apart from blanks and the inside of tokens; `nil` at the start.
    private(set) var last: Meaning?
    private var isEscaped = false
    private var lettersToCome: ArraySlice<UInt8> = []
    /// Whether each open list or object is an object; the innermost one is last.
    private var isObject: [Bool] = []

    var depth: Int { isObject.count }

    var isComplete: Bool {
        depth == 0 && hasValue && (token == nil || token == .number)
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
        case nil: break
        }
        let meaning = structure(byte)
        if let meaning, meaning != .blank { last = meaning }
        return meaning
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
            guard takesValue || depth == 0 && hasValue, depth < Self.maximumDepth else {
                return nil
            }
            isObject.append(byte == UInt8(ascii: "{"))
            return .opening
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            let isInPlace = last == .opening || hasValue
            return isInPlace && isObject.popLast() == (byte == UInt8(ascii: "}")) ? .closing : nil
        case UInt8(ascii: ","): return hasValue && depth > 0 ? .comma : nil
        case UInt8(ascii: ":"): return last == .beginning(.key) ? .colon : nil
        default: return begin(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) -> Meaning? {
        guard takesValue || takesKey && byte == UInt8(ascii: "\"") else { return nil }
        let token: Token
        switch byte {
        case UInt8(ascii: "\""): token = takesKey ? .key : .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): token = .number
        default:
            guard let word = Self.literals.first(where: { $0.first == byte }) else { return nil }
            lettersToCome = word.dropFirst()
            token = .literal
        }
        self.token = token
        return .beginning(token)
    }

    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }

    private var takesKey: Bool { isObject.last == true && (last == .opening || last == .comma) }

    private var takesValue: Bool {
        switch last {
        case nil, .colon: true
        case .opening, .comma: isObject.last == false
        default: false
        }
    }

    /// Whether a value stands last, or its beginning.
    private var hasValue: Bool {
        if case .beginning(let token) = last { token != .key } else { last == .closing }
    }
}
