import FormEncoding

extension ValueKind where Value == Int64 {
    /// One of a few words.
    static func oneOf(_ words: KeyValuePairs<String, Int64>) -> Self {
        Self(words: words.map(\.key)) { (use) throws(UsageError) in
            let value = use.value.description
            guard let word = words.first(where: { $0.key == value }) else {
                throw use.bad(.notOneOf(words.map(\.key)))
            }
            return word.value
        }
    }
}

extension ValueKind where Value == ByteString {
    /// One of a few words, in any letter case.
    static func keyword(_ words: [String]) -> Self {
        Self(words: words) { (use) throws(UsageError) in
            guard words.contains(use.value.description.uppercased()) else {
                throw use.bad(.notOneOf(words))
            }
            return use.value
        }
    }
}

extension ValueKind where Value == ClosedRange<Int> {
    /// `port` or `first-last`.
    static var ports: Self {
        Self { (use) throws(UsageError) in
            let ends = use.value.description.split(separator: "-", omittingEmptySubsequences: false)
                .map { Int($0.trimmingPrefix(" ")) ?? 0 }
            guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last,
                1...65535 ~= first, 1...65535 ~= last, first <= last
            else { throw use.bad(.notPorts) }
            return first...last
        }
    }
}

/// A list of protocols, of which http and https count.
struct ProtocolList: Sendable {
    /// The schemes that are allowed, those of the default included.
    var schemes: Set<String>
    /// The schemes that the list itself allows.
    var named: Set<String>
}

extension ValueKind where Value == ProtocolList {
    /// curl's list of protocols, `=https`, `-http`, `+http,https`, `all`; only http and https count.
    static var protocols: Self {
        Self { (use) throws(UsageError) in
            let known: Set<String> = ["http", "https"]
            let others: Set<String> = [
                "dict", "file", "ftp", "ftps", "gopher", "gophers", "imap", "imaps", "ldap",
                "ldaps", "mqtt", "pop3", "pop3s", "rtmp", "rtsp", "scp", "sftp", "smb", "smbs",
                "smtp", "smtps", "telnet", "tftp", "ws", "wss",
            ]
            var schemes = known
            var named: Set<String> = []
            for word in use.value.description.split(separator: ",") {
                let name = word.drop { "=+-".contains($0) }.lowercased()
                let item = name == "all" ? known : known.intersection([name])
                guard name == "all" || !item.isEmpty || others.contains(name)
                else { throw use.bad(.notProtocols) }
                switch word.first {
                case "=": (schemes, named) = (item, item)
                case "-":
                    schemes.subtract(item)
                    named.subtract(item)
                default:
                    schemes.formUnion(item)
                    named.formUnion(item)
                }
            }
            return ProtocolList(schemes: schemes, named: named)
        }
    }
}

extension ValueKind where Value == ByteString {
    /// `host:port:address[,address]…`, `+host:port:address` or `-host:port`.
    static var hostPortAddress: Self {
        Self { (use) throws(UsageError) in
            var rest = use.value.bytes[...]
            let removes = rest.first == UInt8(ascii: "-")
            if removes || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            rest = rest.drop { $0 != UInt8(ascii: ":") }
            let port = rest.dropFirst().prefix(while: \.isDigit)
            let address = rest.dropFirst(1 + port.count)
            guard rest.first == UInt8(ascii: ":"), 1...5 ~= port.count,
                removes || (address.first == UInt8(ascii: ":") && address.count > 1),
                !use.value.bytes.contains(0)
            else { throw use.bad(.notHostPortAddress) }
            return use.value
        }
    }
}

/// A client certificate and its passphrase, from the one word of `-E`.
struct CertificateArgument: Equatable, Sendable {
    var file: ByteString
    var password: ByteString?

    /// In the file name, a backslash escapes a colon or a backslash. A `pkcs11:` URI has no
    /// passphrase.
    init(_ argument: ByteString) {
        file = argument
        guard !argument.bytes.starts(with: "pkcs11:".utf8) else { return }
        var rest = argument.bytes[...]
        var name: [UInt8] = []
        while let byte = rest.first, byte != UInt8(ascii: ":") {
            let isEscape =
                byte == UInt8(ascii: "\\")
                && rest.dropFirst().first.map({ #":\"#.utf8.contains($0) }) == true
            rest = rest.dropFirst(isEscape ? 1 : 0)
            name.append(rest.removeFirst())
        }
        file = ByteString(bytes: name)
        let phrase = rest.dropFirst()
        password = phrase.isEmpty ? nil : ByteString(bytes: phrase)
    }

    var isFile: Bool { !file.bytes.starts(with: "pkcs11:".utf8) }
}

extension ValueKind where Value == CertificateArgument {
    /// `file` or `file:password`.
    static var certificate: Self {
        Self(meaning: .certificate) { (use) throws(UsageError) in
            guard !use.value.bytes.isEmpty else { throw use.bad(.empty) }
            return CertificateArgument(use.value)
        }
    }
}

extension ValueKind
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of the raw values of an enum.
    static var word: Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(words: words) { (use) throws(UsageError) in
            guard let value = Value(rawValue: use.value.description) else {
                throw use.bad(.notOneOf(words))
            }
            return value
        }
    }
}
