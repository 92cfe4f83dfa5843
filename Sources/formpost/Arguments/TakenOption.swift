import FormEncoding

/// An option that was taken for the value of the one before it, which lacks its own: `-o -v`.
struct TakenOption: Equatable, Sendable {
    /// As typed.
    let option: String
    /// The option in the place of its value.
    let value: ByteString
    /// Whether the value is to name a file, which hardly has such a name.
    let isFile: Bool

    init?(_ use: OptionUse, _ row: OptionSpec) {
        let bytes = use.value.bytes
        guard use.place == nil, bytes.count > 1, bytes[0] == UInt8(ascii: "-") else { return nil }
        if bytes[1] == UInt8(ascii: "-") {
            let name = String(decoding: bytes.dropFirst(2), as: UTF8.self)
            guard OptionTable.row(long: name) != nil else { return nil }
        } else {
            guard bytes.count == 2, OptionTable.row(short: bytes[1]) != nil else { return nil }
        }
        (option, value) = (use.option, use.value)
        isFile = row.meaning.isFile
    }
}

extension ValueMeaning {
    fileprivate var isFile: Bool {
        switch self {
        case .input, .inputOrDash, .upload, .certificate, .publicKey, .output, .channel, .directory,
            .socket:
            true
        case .text, .form, .textOrInput, .query, .urlEncoded, .cookies, .url, .each, .variable:
            false
        }
    }
}
