import FormEncoding

/// A place in a JSON text (RFC 6901): `/files/0/id`.
struct JSONPointer: Equatable, Sendable {
    /// The names and indices on the way, decoded; none for the whole text.
    let path: [ByteString]

    /// `nil`: it has no `/` at its start, or a `~` that is neither `~0` nor `~1`.
    init?(_ text: ByteString) {
        let slash = UInt8(ascii: "/")
        guard text.isEmpty || text.first == slash else { return nil }
        var path: [ByteString] = []
        for part in text.bytes.split(separator: slash, omittingEmptySubsequences: false).dropFirst()
        {
            guard let name = Self.decoded(part) else { return nil }
            path.append(name)
        }
        self.path = path
    }

    private static func decoded(_ part: ArraySlice<UInt8>) -> ByteString? {
        var name = ByteString()
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                name.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): name.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): name.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return name
    }
}

/// The value that a pointer refers to.
enum JSONFinding: Equatable, Sendable {
    /// A string, decoded, or a number or boolean as it is written.
    case text(ByteString)
    /// The kind of a value without a text: `null`, `a list`, `an object`.
    case noText(String)
}

extension JSONPointer {
    /// Returns the value it refers to in a JSON text; `nil` if there is none.
    func find(in bytes: [UInt8]) throws(JSONFields.Problem) -> JSONFinding? {
        var scanner = JSONFieldScanner(bytes)
        let finding = try scanner.find(path[...])
        try scanner.end()
        return finding
    }
}

extension JSONFieldScanner {
    /// A response that is nested deeper is refused: each level takes some of the stack.
    private static let deepest = 128

    /// Takes a value, and returns what the path leads to in it; without a path nothing. Of members with one name
    /// the last one counts, as in browsers.
    mutating func find(
        _ path: ArraySlice<ByteString>?, depth: Int = 0
    ) throws(JSONFields.Problem) -> JSONFinding? {
        guard depth < Self.deepest else { throw problem(.tooDeep(Self.deepest)) }
        var finding: JSONFinding?
        if isAtObject {
            try object { (scanner, name, _) throws(JSONFields.Problem) in
                let isOnTheWay = path?.first == name
                let found = try scanner.find(isOnTheWay ? path?.dropFirst() : nil, depth: depth + 1)
                if isOnTheWay { finding = found }
            }
            return path?.isEmpty == true ? .noText("an object") : finding
        }
        if isAtList {
            try list { (scanner, index) throws(JSONFields.Problem) in
                let isOnTheWay = path?.first == ByteString("\(index)")
                let found = try scanner.find(isOnTheWay ? path?.dropFirst() : nil, depth: depth + 1)
                if isOnTheWay { finding = found }
            }
            return path?.isEmpty == true ? .noText("a list") : finding
        }
        let text = try scalar()
        guard path?.isEmpty == true else { return nil }
        return text.map { .text($0) } ?? .noText("null")
    }
}
