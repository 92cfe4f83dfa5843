import FormEncoding

/// The option that reads standard input, as it was typed: `-H @-`.
struct StandardInputClaim: Equatable, Sendable {
    let option: String
    let value: ByteString
}
