import FormEncoding

extension SecretVariables {
    /// JSON, or what is left of it between several `--json`, with variables in place of the values of
    /// members whose names say that they are secret.
    mutating func json(_ bytes: [UInt8]) -> ShellWord {
        var word = ShellWord()
        var written = 0
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            let name = bytes.jsonString(after: open)
            index = min(name.upperBound + 1, bytes.count)
            let colon = bytes[index...].drop(while: \.isBlank)
            guard colon.first == UInt8(ascii: ":") else { continue }
            let value = colon.dropFirst().drop(while: \.isBlank)
            let member = ByteString(bytes: bytes[name])
            guard fields.contains(member), let first = value.first, !"[{".utf8.contains(first)
            else { continue }
            let secret =
                first == UInt8(ascii: "\"")
                ? bytes.jsonString(after: value.startIndex)
                : value
                    .startIndex..<value.prefix { !",]}".utf8.contains($0) && !$0.isBlank }.endIndex
            word += bytes[written..<secret.lowerBound]
            word += self.word(bytes[secret], named: member)
            written = secret.upperBound
            index = min(written + (first == UInt8(ascii: "\"") ? 1 : 0), bytes.count)
        }
        word += bytes[written...]
        return word
    }
}

extension [UInt8] {
    /// The range of a string's content, with its escapes, up to its end or that of the text.
    fileprivate func jsonString(after quote: Int) -> Range<Int> {
        var index = quote + 1
        while index < count, self[index] != UInt8(ascii: "\"") {
            index += self[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return quote + 1..<Swift.min(index, count)
    }
}
