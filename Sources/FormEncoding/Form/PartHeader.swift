/// One header line of a part, such as `X-Note: hello`, without its line end.
public struct PartHeader: Sendable, Hashable {
    /// The whole line, as it is sent.
    public let line: ByteString

    /// A line `Name: value`, with a name of token characters (RFC 9110 §5.6.2).
    ///
    /// A CR, LF or NUL would begin another line: an error, wherever it stands.
    public init(_ line: ByteString) throws(FormEncodingError) {
        try self.init(verbatim: line)
        guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line.bytes[..<colon].allSatisfy(\.isTokenCharacter)
        else { throw .invalidHeader(line) }
    }

    /// Any line that is not empty and stays one line: curl sends a line without a colon, too.
    package init(verbatim line: ByteString) throws(FormEncodingError) {
        guard !line.bytes.isEmpty, !line.bytes.contains(where: \.endsHeaderLine)
        else { throw .invalidHeader(line) }
        self.line = line
    }

    /// What stands before the colon; the whole line where there is none.
    public var name: ByteString {
        ByteString(bytes: line.bytes.prefix { $0 != UInt8(ascii: ":") })
    }

    /// What follows the colon and the blanks after it, if the line's name is `name`, without regard
    /// to case.
    func value(ifNamed name: String) -> ByteString? {
        let (bytes, wanted) = (line.bytes, name.utf8)
        guard bytes.count > wanted.count, bytes[wanted.count] == UInt8(ascii: ":"),
            zip(bytes, wanted).allSatisfy({ $0.lowercased == $1.lowercased })
        else { return nil }
        return ByteString(
            bytes: bytes[(wanted.count + 1)...].drop { $0 == UInt8(ascii: " ") })
    }
}
