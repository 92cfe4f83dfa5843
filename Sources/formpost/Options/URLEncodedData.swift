import FormEncoding
import FormUpload

/// One value of `--url-query`, in the notation of curl's `--data-urlencode`.
enum URLEncodedData {
    /// `content`, `=content`, `name=content` are encoded but for the name; after `+` nothing is.
    static func encoded(_ data: ByteString) -> [UInt8] {
        let bytes = data.bytes
        if bytes.first == UInt8(ascii: "+") { return Array(bytes.dropFirst()) }
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return escaped(bytes) }
        let name = bytes[..<equals]
        let content = escaped(bytes[(equals + 1)...])
        return name.isEmpty ? content : name + [UInt8(ascii: "=")] + content
    }

    /// All but RFC 3986's unreserved characters as %XX, a blank as `+`.
    private static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            if byte == UInt8(ascii: " ") { return [UInt8(ascii: "+")] }
            if isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "-._~".utf8.contains(byte) {
                return [byte]
            }
            let digits = Array("0123456789ABCDEF".utf8)
            return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}
