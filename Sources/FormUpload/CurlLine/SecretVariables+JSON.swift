import FormEncoding

extension SecretVariables {
    /// JSON, or what is left of it between several `--json`, with variables in place of the values of
    /// members whose names say that they are secret.
    mutating func json(_ bytes: [UInt8]) -> ShellWord {
        var word = ShellWord()
        var written = 0
        for (member, secret) in bytes.secretJSONValues(fields) {
            word += bytes[written..<secret.lowerBound]
            word += self.word(bytes[secret], named: member)
            written = secret.upperBound
        }
        word += bytes[written...]
        return word
    }
}

extension [UInt8] {
    /// The values of an object's members that are secret by their names, apart from objects and arrays,
    /// and without their quotes; also of text that is no JSON.
    package func secretJSONValues(
        _ fields: CredentialNames
    ) -> [(member: ByteString, value: Range<Int>)] {
        var values: [(ByteString, Range<Int>)] = []
        var index = 0
        while let open = self[index...].firstIndex(of: UInt8(ascii: "\"")) {
            let name = jsonString(after: open)
            index = Swift.min(name.upperBound + 1, count)
            let colon = self[index...].drop(while: \.isBlank)
            guard colon.first == UInt8(ascii: ":") else { continue }
            let value = colon.dropFirst().drop(while: \.isBlank)
            let member = ByteString(bytes: self[name])
            guard fields.contains(member), let first = value.first, !"[{".utf8.contains(first)
            else { continue }
            let isString = first == UInt8(ascii: "\"")
            let end = value.prefix { !",]}".utf8.contains($0) && !$0.isBlank }.endIndex
            let secret =
                isString ? jsonString(after: value.startIndex) : value.startIndex..<end
            values.append((member, secret))
            index = Swift.min(secret.upperBound + (isString ? 1 : 0), count)
        }
        return values
    }

    /// The range of a string's content, with its escapes, up to its end or that of the text.
    fileprivate func jsonString(after quote: Int) -> Range<Int> {
        var index = quote + 1
        while index < count, self[index] != UInt8(ascii: "\"") {
            index += self[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return quote + 1..<Swift.min(index, count)
    }
}
