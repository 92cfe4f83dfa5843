import FormEncoding

/// The option that reads standard input, as it was typed: `-H @-`.
struct StandardInputClaim: Equatable, Sendable {
    let option: String
    let value: ByteString
}

extension StandardInputClaim {
    /// Without the parameters of the field, among which may be secrets.
    init(_ field: FormField) {
        let content = field.argument.bytes.prefix { $0 != UInt8(ascii: ";") }
        self.init(option: field.option, value: ByteString(bytes: content))
    }
}
