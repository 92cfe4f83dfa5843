import FormEncoding

/// A line of a response head, with its line end.
extension ByteString {
    /// A trailer with a similar name, `HTTP/1.1: x`, is not one.
    var isStatusLine: Bool {
        bytes.prefix(5).map { $0 | 0x20 } == Array("http/".utf8).map { $0 | 0x20 }
            && !bytes.prefix { $0 != 0x20 }.contains(UInt8(ascii: ":"))
    }

    var isBlank: Bool { bytes == [0x0D, 0x0A] || bytes == [0x0A] }
}
