import FormEncoding

/// A header field of a request, in the three forms of curl's `-H`. One that an app has made of any text
/// may not be valid, and is refused when the request is checked.
package struct HeaderField: Sendable, Hashable {
    /// The value, or another action.
    package enum Value: Sendable, Hashable {
        /// Sent with this value, in place of a default field of the same name.
        case text(ByteString)
        /// Sent without a value (`-H 'Name;'`).
        case empty
        /// Not sent, even if it is a default field (`-H 'Name:'`).
        case removed
    }

    /// The field's name, as sent.
    package let name: ByteString
    /// The field's value.
    package let value: Value
    /// The blanks between the colon and the value.
    private let blanks: ByteString

    /// A field, if `name` is a token (RFC 9110 §5.1; a blank before it would make it part of the
    /// line above) and there is no CR, LF or NUL in the text (§5.5). A text of blanks is sent as
    /// `empty` is.
    package init?(name: ByteString, value: Value) {
        self.init(unchecked: name, value)
        guard isValid else { return nil }
    }

    /// A field of any text.
    init(unchecked name: ByteString, _ value: Value) {
        self.name = name
        self.value = value.isBlank ? .empty : value
        blanks = " "
    }

    /// Whether the field can be sent.
    var isValid: Bool {
        guard !name.bytes.isEmpty, name.bytes.allSatisfy(\.isTokenCharacter) else { return false }
        guard case .text(let text) = value else { return true }
        return !text.bytes.contains(where: \.endsHeaderLine)
    }

    /// A field with a value and the user's own blanks before it.
    package init?(name: ByteString, blanks: ByteString, text: ByteString) {
        guard blanks.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
            let field = HeaderField(name: name, value: .text(text))
        else { return nil }
        self.name = field.name
        value = field.value
        self.blanks = blanks
    }
}

extension HeaderField.Value {
    /// Whether there is no text; libcurl would leave out such a field.
    fileprivate var isBlank: Bool {
        guard case .text(let text) = self else { return false }
        return text.bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
}

extension HeaderField {
    /// Whether the field has this name, without regard to case.
    package func isNamed(_ other: String) -> Bool {
        name.isEqualIgnoringCase(to: other)
    }

    /// The line in the notation of curl's `-H` and of `CURLOPT_HTTPHEADER`.
    package var line: ByteString {
        switch value {
        case .text(let text):
            ByteString(
                bytes: name.bytes + [UInt8(ascii: ":")] + blanks.bytes + text.bytes)
        case .empty: ByteString(bytes: name.bytes + [UInt8(ascii: ";")])
        case .removed: ByteString(bytes: name.bytes + [UInt8(ascii: ":")])
        }
    }
}
