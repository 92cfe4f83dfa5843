import FormEncoding

/// A pattern of one component of a path: `*`, `?` and `[a-z]`.
///
/// A character is a scalar of UTF-8, and where a name is not UTF-8 a byte. fnmatch(3) is no substitute:
/// where characters do not match, glibc tries bytes, so that `??` matches `ä`.
struct NamePattern: Equatable {
    private enum Token: Equatable {
        case character(UInt32)
        case anyText
        case oneOf([ClosedRange<UInt32>], isNegated: Bool)

        func matches(_ character: UInt32) -> Bool {
            switch self {
            case .character(let own): own == character
            case .anyText: true
            case .oneOf(let ranges, let isNegated):
                ranges.contains { $0.contains(character) } != isNegated
            }
        }
    }

    private var tokens: [Token] = []

    /// The name, if nothing in it is special.
    let literal: ByteString?

    init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var rest = Self.characters(bytes)[...]
        let end = rest.lastIndex(of: Self.code("]")) ?? rest.startIndex
        while let character = rest.popFirst() {
            switch character {
            // Closed nowhere.
            case Self.code("[") where rest.startIndex > end: tokens.append(.character(character))
            case Self.code("*"): if tokens.last != .anyText { tokens.append(.anyText) }
            case Self.code("?"): tokens.append(.oneOf([], isNegated: true))
            case Self.code("["): tokens.append(Self.set(&rest) ?? .character(character))
            case Self.code("\\"): tokens.append(.character(rest.popFirst() ?? character))
            default: tokens.append(.character(character))
            }
        }
        let isLiteral = tokens.allSatisfy { if case .character = $0 { true } else { false } }
        literal = isLiteral ? Self.unquoted(bytes) : nil
    }

    /// The text without the backslashes that quote.
    static func unquoted(_ bytes: [UInt8]) -> ByteString {
        var text = ByteString()
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return text
    }

    /// Whether it is the pattern of a name.
    ///
    /// It goes back to the last `*` only, so that the time is at most the product of both lengths.
    func matches(_ name: ByteString) -> Bool {
        let name = Self.characters(name.bytes)
        if name.first == Self.code("."), tokens.first != .character(Self.code(".")) { return false }
        var (token, position) = (0, 0)
        var star: (token: Int, position: Int)?
        while position < name.count {
            if token < tokens.count, tokens[token] == .anyText {
                star = (token, position)
                token += 1
            } else if token < tokens.count, tokens[token].matches(name[position]) {
                token += 1
                position += 1
            } else if let last = star {
                star = (last.token, last.position + 1)
                (token, position) = (last.token + 1, last.position + 1)
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anyText }
    }

    /// The text between the brackets; `nil` if they are not closed.
    private static func set(_ rest: inout ArraySlice<UInt32>) -> Token? {
        var set = rest
        let isNegated = set.first == code("!") || set.first == code("^")
        if isNegated { set.removeFirst() }
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while var character = set.popFirst() {
            if character == code("]"), !isFirst {
                rest = set
                return .oneOf(ranges, isNegated: isNegated)
            }
            isFirst = false
            if character == code("\\") { character = set.popFirst() ?? character }
            var last = character
            if set.first == code("-"), let end = set.dropFirst().first, end != code("]") {
                set.removeFirst(2)
                last = end == code("\\") ? set.popFirst() ?? end : end
            }
            // As in shells, a range that goes down has nothing in it.
            if character <= last { ranges.append(character...last) }
        }
        return nil
    }

    private static func code(_ character: Unicode.Scalar) -> UInt32 { character.value }

    /// The scalars of the bytes; above them a number for each byte that belongs to none.
    private static func characters(_ bytes: [UInt8]) -> [UInt32] {
        var characters: [UInt32] = []
        characters.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let text = String(validating: rest.prefix(length), as: UTF8.self)
            if let scalars = text?.unicodeScalars, scalars.count == 1, let scalar = scalars.first {
                characters.append(scalar.value)
                rest = rest.dropFirst(length)
            } else {
                characters.append(0x11_0000 + UInt32(first))
                rest = rest.dropFirst()
            }
        }
        return characters
    }
}
