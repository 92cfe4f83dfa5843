import FormEncoding

/// A header field of a request, in the three forms of curl's `-H`.
public struct HeaderField: Sendable, Hashable {
    /// The value, or another action.
    public enum Value: Sendable, Hashable {
        /// Sent with this value, in place of a default field of the same name.
        case text(ByteString)
        /// Sent without a value (`-H 'Name;'`).
        case empty
        /// Not sent, even if it is a default field (`-H 'Name:'`).
        case removed
    }

    /// The field's name, as sent.
    public let name: ByteString
    /// The field's value.
    public let value: Value
    /// The blanks between the colon and the value.
    private let blanks: ByteString

    /// A field, if `name` is a token (RFC 9110 §5.1; a blank before it would make it part of the
    /// line above) and there is no CR, LF or NUL in the text (§5.5). A text of blanks is sent as
    /// `empty` is.
    public init?(name: ByteString, value: Value) {
        guard !name.bytes.isEmpty, name.bytes.allSatisfy(\.isTokenCharacter) else { return nil }
        if case .text(let text) = value, text.bytes.contains(where: \.endsHeaderLine) {
            return nil
        }
        self.name = name
        self.value = value.isBlank ? .empty : value
        blanks = " "
    }

    /// A field with a value. Throws `Invalid` where `init(name:value:)` gives none.
    public init(_ name: ByteString, _ text: ByteString) throws(Invalid) {
        guard let field = HeaderField(name: name, value: .text(text)) else {
            throw Invalid(name: name)
        }
        self = field
    }

    /// A field that cannot be sent: its name is not a token, or there is a CR, LF or NUL in it.
    public struct Invalid: Error, Sendable, Hashable {
        /// The name that was given; the value may be a secret.
        public let name: ByteString
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
        name.description.lowercased() == other.lowercased()
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
