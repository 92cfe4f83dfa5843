import FormEncoding

/// One `-H`, in curl's four forms.
enum HeaderArgument: Equatable, Sendable {
    /// `Name: value`; the blanks before the value are kept apart, and are sent as they are.
    case add(name: ByteString, blanks: ByteString = " ", value: ByteString)

    /// `Name;`: sent without a value.
    case addEmpty(name: ByteString)

    /// `Name:`: removes a default header.
    case remove(name: ByteString)

    /// `@file`: a header per line, read when the request is made; `@-` is standard input.
    case file(InputFile)

    /// Why a line is not a header.
    struct Problem: Error, Equatable, Sendable {
        var fact: ValueProblem
    }

    /// Parses one of the first three forms, for `-H` and for a line of a header file.
    static func line(_ line: ByteString) throws(Problem) -> HeaderArgument {
        let bytes = line.bytes
        guard !bytes.isEmpty else { throw Problem(fact: .empty) }
        guard !bytes.contains(where: \.endsHeaderLine) else { throw Problem(fact: .lineBreak) }
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let name = try name(bytes[..<colon])
            let blanks = bytes[(colon + 1)...].prefix(while: \.isSpaceOrTab)
            let value = bytes[blanks.endIndex...]
            if value.isEmpty { return .remove(name: name) }
            return .add(
                name: name, blanks: ByteString(bytes: blanks), value: ByteString(bytes: value))
        }
        guard let semicolon = bytes.firstIndex(of: UInt8(ascii: ";")),
            bytes[(semicolon + 1)...].allSatisfy(\.isSpaceOrTab)
        else { throw Problem(fact: .headerWithoutColon) }
        return .addEmpty(name: try name(bytes[..<semicolon]))
    }

    private static func name(_ bytes: ArraySlice<UInt8>) throws(Problem) -> ByteString {
        let name = ByteString(bytes: bytes)
        guard bytes.isToken else { throw Problem(fact: .headerName(name)) }
        return name
    }
}
