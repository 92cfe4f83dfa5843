import FormEncoding

/// A place in a JSON text (RFC 6901): `/files/0/id`.
struct JSONPointer: Equatable, Sendable {
    /// The names and indices on the way, decoded; none for the whole text.
    let path: [ByteString]

    /// `nil`: it has no `/` at its start, or a `~` that is neither `~0` nor `~1`.
    init?(_ text: ByteString) {
        let slash = UInt8(ascii: "/")
        guard text.isEmpty || text.first == slash,
            text.bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
                .dropFirst().allSatisfy({ $0.first.map("01".utf8.contains) ?? false })
        else { return nil }
        path = text.bytes.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map
        {
            ByteString($0.replacing("~1".utf8, with: "/".utf8).replacing("~0".utf8, with: "~".utf8))
        }
    }

    /// Returns the value it refers to in a JSON text; `nil` if there is none.
    func find(in bytes: [UInt8]) throws(JSONFields.Problem) -> JSONFinding? {
        var scanner = JSONFieldScanner(bytes)
        let finding = try scanner.find(path[...])
        try scanner.end()
        return finding
    }
}

enum JSONFinding: Equatable, Sendable {
    /// A string, decoded, or a number or boolean as it is written.
    case text(ByteString)
    /// The kind of a value without a text: `null`, `a list`, `an object`.
    case noText(String)
}

extension JSONFieldScanner {
    /// A response that is nested deeper is refused: each level takes some of the stack.
    private static let deepest = 128

    /// Takes a value, and returns what the path leads to in it; without a path nothing. Of members with one name
    /// the last one counts, as in browsers.
    mutating func find(
        _ path: ArraySlice<ByteString>?, depth: Int = 0
    ) throws(JSONFields.Problem) -> JSONFinding? {
        guard depth < Self.deepest else {
            throw problem("more than \(Self.deepest) lists and objects within each other")
        }
        var finding: JSONFinding?
        func enter(_ scanner: inout Self, _ key: ByteString) throws(JSONFields.Problem) {
            let isOnTheWay = path?.first == key
            let found = try scanner.find(isOnTheWay ? path?.dropFirst() : nil, depth: depth + 1)
            if isOnTheWay { finding = found }
        }
        if isAtObject {
            try object { (scanner, name, _) throws(JSONFields.Problem) in try enter(&scanner, name)
            }
            return path?.isEmpty == true ? .noText("an object") : finding
        }
        if isAtList {
            try list { (scanner, index) throws(JSONFields.Problem) in
                try enter(&scanner, ByteString("\(index)"))
            }
            return path?.isEmpty == true ? .noText("a list") : finding
        }
        let text = try scalar()
        guard path?.isEmpty == true else { return nil }
        return text.map { .text($0) } ?? .noText("null")
    }
}
