import FormEncoding

/// A header field of a request, in the three forms of curl's `-H`. One that an app has made of any text
/// may not be valid, and is refused when the request is checked.
package struct HeaderField: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        /// Sent with this value, in place of a default field of the same name.
        case text(ByteString)
        /// Sent without a value (`-H 'Name;'`).
        case empty
        /// Not sent, even if it is a default field (`-H 'Name:'`).
        case removed
    }

    package let name: ByteString
    package let value: Value
    private let blanks: ByteString

    /// A field of any text; one of blanks is sent as `empty` is: libcurl would leave it out.
    init(unchecked name: ByteString, _ value: Value, blanks: ByteString = " ") {
        (self.name, self.blanks) = (name, blanks)
        let isBlank =
            if case .text(let text) = value { text.bytes.allSatisfy(\.isSpaceOrTab) } else { false }
        self.value = isBlank ? .empty : value
    }

    /// A field with a value, which is checked with the request.
    init(_ name: ByteString, _ value: ByteString) { self.init(unchecked: name, .text(value)) }

    /// A field, if `name` is a token (RFC 9110 §5.1; a blank before it would make it part of the
    /// line above) and there is no CR, LF or NUL in the text (§5.5). `blanks` are those before the text.
    package init?(name: ByteString, value: Value, blanks: ByteString = " ") {
        self.init(unchecked: name, value, blanks: blanks)
        guard isValid, blanks.bytes.allSatisfy(\.isSpaceOrTab) else { return nil }
    }

    var isValid: Bool {
        guard name.isToken else { return false }
        guard case .text(let text) = value else { return true }
        return !text.bytes.contains(where: \.endsHeaderLine)
    }

    package func isNamed(_ other: String) -> Bool {
        name.isEqualIgnoringCase(to: other)
    }

    /// The line in the notation of curl's `-H` and of `CURLOPT_HTTPHEADER`.
    package var line: ByteString {
        switch value {
        case .text(let text): name + ":" + blanks + text
        case .empty: name + ";"
        case .removed: name + ":"
        }
    }

    /// The line as libcurl sends it, which writes the framing of the body itself; nil if it sends none.
    var sentLine: ByteString? {
        switch value {
        case .text(let text) where isFraming: name + ": " + text
        case .text: line
        case .empty: name + ":"
        case .removed: nil
        }
    }
}
