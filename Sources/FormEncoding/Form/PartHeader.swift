/// One header line of a part, such as `X-Note: hello`, without its line end.
package struct PartHeader: Sendable, Hashable {
    package let line: ByteString
    /// False for a line of an app, which is checked when the form becomes a body.
    let isChecked: Bool

    /// A line `Name: value`, with a name of token characters (RFC 9110 §5.6.2).
    ///
    /// Throws `.invalidHeader` for any other line, and for a CR, LF or NUL, which would begin
    /// another line.
    package init(_ line: ByteString) throws(BodyFault) {
        try self.init(verbatim: line)
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy(\.isTokenCharacter)
        else { throw .invalidHeader(line) }
    }

    /// Any line that is not empty and has no line end: curl sends a line without a colon, too.
    package init(verbatim line: ByteString) throws(BodyFault) {
        guard !line.isEmpty, !line.contains(where: \.endsHeaderLine)
        else { throw .invalidHeader(line) }
        (self.line, isChecked) = (line, true)
    }

    init(unchecked line: ByteString) { (self.line, isChecked) = (line, false) }

    /// The text after the colon and blanks, if the line's name is `name`, ignoring case.
    func value(ifNamed name: String) -> ByteString? {
        let (bytes, wanted) = (line, name.utf8)
        guard bytes.count > wanted.count, bytes[wanted.count] == UInt8(ascii: ":"),
            zip(bytes, wanted).allSatisfy({ $0.lowercased == $1.lowercased })
        else { return nil }
        return ByteString(bytes[(wanted.count + 1)...].drop { $0 == UInt8(ascii: " ") })
    }
}
