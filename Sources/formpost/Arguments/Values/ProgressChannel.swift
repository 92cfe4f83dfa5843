import FormEncoding

/// The value of `--progress-to`.
enum ProgressChannel {
    /// The path of a file; a number is an open descriptor.
    static func path(_ value: ByteString) -> ByteString {
        let isNumber = !value.isEmpty && value.bytes.allSatisfy(\.isDigit)
        return isNumber ? "/dev/fd/" + value : value
    }
}
