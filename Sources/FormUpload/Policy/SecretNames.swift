import FormEncoding

/// A secret in a text: the name that gives it away, and its place.
package struct Secret: Equatable {
    package let name: ByteString
    package let range: Range<Int>

    package init(name: ByteString, range: Range<Int>) { (self.name, self.range) = (name, range) }
}

/// The names that give secrets away, and the places of these secrets in a text.
package struct SecretNames: Sendable, Equatable {
    /// The names of header fields.
    package let headers: CredentialNames
    /// The names of form fields, of members of JSON and of parameters.
    package let fields: CredentialNames

    package init(
        headers: CredentialNames = CredentialNames(), fields: CredentialNames = CredentialNames()
    ) {
        (self.headers, self.fields) = (headers, fields)
    }

    /// Returns the secret value of `Name: value`.
    package func secrets(inHeader line: [UInt8]) -> [Secret] {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return [] }
        let name = ByteString(bytes: line[..<colon])
        let value = line[(colon + 1)...].drop(while: \.isBlank)
        guard !value.isEmpty, headers.contains(name) else { return [] }
        return [Secret(name: name, range: value.indices)]
    }

    /// Returns the secret values of `name=value&name=value`, or of JSON. Of one pair, the value may
    /// have a `&` in it.
    package func secrets(inData bytes: [UInt8], isOnePair: Bool = false) -> [Secret] {
        let start = bytes.first { !$0.isBlank }
        if let start, "{[".utf8.contains(start) { return secrets(inJSON: bytes) }
        // Several `--json` may split an object after a comma or before a name; a pair may begin so, too.
        if let start, ",\"".utf8.contains(start) {
            let secrets = secrets(inJSON: bytes)
            if !secrets.isEmpty { return secrets }
        }
        let pairs = isOnePair ? [bytes[...]] : bytes.split(separator: UInt8(ascii: "&"))
        return pairs.compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex
            else { return nil }
            let name = ByteString(bytes: WrittenURL.decoded(pair[..<equals]))
            guard fields.contains(parameter: name) else { return nil }
            return Secret(name: name, range: equals + 1..<pair.endIndex)
        }
    }

    /// Returns the secret values of the members of objects, apart from objects and arrays, and without
    /// their quotes; also of text that is no JSON.
    package func secrets(inJSON bytes: [UInt8]) -> [Secret] {
        var secrets: [Secret] = []
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
            let isString = first == UInt8(ascii: "\"")
            let end = value.prefix { !",]}".utf8.contains($0) && !$0.isBlank }.endIndex
            let range =
                isString ? bytes.jsonString(after: value.startIndex) : value.startIndex..<end
            secrets.append(Secret(name: member, range: range))
            index = min(range.upperBound + (isString ? 1 : 0), bytes.count)
        }
        return secrets
    }
}

extension [Secret] {
    /// The secrets in the order of the text. Those that overlap or touch are one, with the name of the first.
    package var merged: [Secret] {
        let ordered = sorted { $0.range.lowerBound < $1.range.lowerBound }
        return ordered.reduce(into: []) { merged, secret in
            guard let last = merged.last, secret.range.lowerBound <= last.range.upperBound else {
                return merged.append(secret)
            }
            let end = Swift.max(last.range.upperBound, secret.range.upperBound)
            merged[merged.count - 1] = Secret(
                name: last.name, range: last.range.lowerBound..<end)
        }
    }
}

extension [UInt8] {
    /// Returns the text with `[masked]` in place of secrets. A text that is masked already stays as it is: a
    /// message may quote a masked URL, and only the message says where the URL ends.
    package func masking(_ secrets: [Secret]) -> [UInt8] {
        let mask = Array("[masked]".utf8)
        var masked: [UInt8] = []
        var index = 0
        for secret in secrets.filter({ !self[$0.range].starts(with: mask) }).merged {
            masked += self[index..<secret.range.lowerBound] + mask
            index = secret.range.upperBound
        }
        return masked + self[index...]
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
