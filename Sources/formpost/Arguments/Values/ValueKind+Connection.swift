import FormEncoding
import FormUpload

extension ValueKind where Value == Int64 {
    static func oneOf(_ words: KeyValuePairs<String, Int64>) -> Self {
        Self(words: words.map(\.key), or: .notOneOf(words.map(\.key))) { value in
            words.first { $0.key == value.description }?.value
        }
    }
}

extension ValueKind where Value == ClosedRange<Int> {
    /// `port` or `first-last`.
    static var ports: Self {
        Self(or: .not("a port or a range, such as 4000-4100")) { value in
            let ends = value.description.split(separator: "-", omittingEmptySubsequences: false)
                .map { Int($0.trimmingPrefix(" ")) ?? 0 }
            guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last,
                1...65535 ~= first, 1...65535 ~= last, first <= last
            else { return nil }
            return first...last
        }
    }
}

extension ValueKind where Value == [ClosedRange<Int>] {
    /// Final statuses, such as `2xx,409,300-303`, from 100 to 999.
    static var statuses: Self {
        Self { (use) throws(Failure) in
            let comma = UInt8(ascii: ",")
            var ranges: [ClosedRange<Int>] = []
            for item in use.value.bytes.split(separator: comma, omittingEmptySubsequences: false) {
                let match = String(decoding: item, as: UTF8.self).wholeMatch(
                    of: /([1-9])[xX]{2}|([1-9][0-9]{2})(?:-([1-9][0-9]{2}))?/)
                let first = match?.1.map { "\($0)00" } ?? match?.2.map { "\($0)" }
                let last = match?.1.map { "\($0)99" } ?? match?.3.map { "\($0)" } ?? first
                guard let first = first.flatMap({ Int($0) }), let last = last.flatMap({ Int($0) }),
                    first <= last
                else {
                    let item = use.typed == nil ? ByteString(bytes: item) : "{{}}"
                    throw use.failure(
                        "\(Messages.quoted(item)) is not a status: write 409, 2xx or 200-204, with commas "
                            + "between")
                }
                ranges.append(first...last)
            }
            return ranges
        }
    }
}

extension ValueKind where Value == Duration {
    /// `number/unit`, as curl's `--rate`: the time between the beginnings of two requests.
    static var rate: Self {
        Self(or: .not("a rate, such as 2/s or 30/m")) { value in
            let rate = /([0-9]{1,9})(?:\/([0-9]{1,9})?([smhd]))?/
            guard let match = value.description.wholeMatch(of: rate),
                let number = Int(match.1), number > 0,
                let units = Int(match.2 ?? "1"), units > 0
            else { return nil }
            let unit: Int =
                switch match.3 {
                case "s": 1
                case "m": 60
                case "d": 86_400
                default: 3600
                }
            return Duration.seconds(unit * units) / number
        }
    }
}

extension ValueKind where Value == (schemes: Set<String>, named: Set<String>) {
    /// curl's list of protocols, `=https`, `-http`, `+http,https`, `all`; only http and https count. The schemes are those
    /// that are allowed, also by default, and those that the list itself allows.
    static var protocols: Self {
        Self(or: .not("a list of http and https, such as =https")) { value in
            let known: Set<String> = ["http", "https"]
            let others = TextReader.words(Texts.otherProtocols)
            var schemes = known
            var named: Set<String> = []
            for word in value.description.split(separator: ",") {
                let name = word.drop { "=+-".contains($0) }.lowercased()
                let item = name == "all" ? known : known.intersection([name])
                guard name == "all" || !item.isEmpty || others.contains(name)
                else { return nil }
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
            return (schemes, named)
        }
    }
}

extension ValueKind where Value == ByteString {
    /// The URL of a proxy, which may not be empty.
    static var proxy: Self { proxyOrNone.requiring(.empty) { !$0.isEmpty } }

    /// A proxy without the scheme of its URL.
    static func proxy(by scheme: String) -> Self { proxy.map { "\(scheme)://\($1)" } }

    /// The URL of a proxy. An empty one is none.
    static var proxyOrNone: Self {
        text().requiring(ValueProblem { _ in Messages.bareMarkInLogin }) { !$0.hasBareMarkInLogin }
    }

    /// `host:port:address[,address]…`, `+host:port:address` or `-host:port`.
    static var hostPortAddress: Self {
        Self(or: .not("host:port:address, such as example.com:443:127.0.0.1")) { value in
            let entry = /\+?[^:]*:[0-9]{1,5}:.+|-[^:]*:[0-9]{1,5}([^0-9].*)?/.dotMatchesNewlines()
                .matchingSemantics(.unicodeScalar)
            return value.description.wholeMatch(of: entry) == nil || value.contains(0) ? nil : value
        }
    }

    /// `host:port:host:port`; each may be empty. With less libcurl would connect to the URL's own host.
    static var hostPortHostPort: Self {
        Self(or: .not("host:port:host:port, such as example.com:443:127.0.0.1:8443")) { value in
            let fields = value.description.replacing(/\[[^\]]*\]/, with: "").split(
                separator: ":", omittingEmptySubsequences: false)
            return !value.isEmpty && fields.count < 3 || value.contains(0) ? nil : value
        }
    }
}

extension ByteString {
    /// Whether the login of a proxy ends too early: nothing but a `/` follows its host, which an `@` may precede.
    var hasBareMarkInLogin: Bool {
        let at = UInt8(ascii: "@")
        return bytes[authority.upperBound...].contains(at)
            || bytes[authority].count { $0 == at } > 1
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
        while let byte = rest.popFirst(), byte != UInt8(ascii: ":") {
            let isEscape =
                byte == UInt8(ascii: "\\") && rest.first.map(#":\"#.utf8.contains) == true
            name.append(isEscape ? rest.removeFirst() : byte)
        }
        file = ByteString(bytes: name)
        password = rest.isEmpty ? nil : ByteString(bytes: rest)
    }

    var isFile: Bool { !file.bytes.starts(with: "pkcs11:".utf8) }
}

extension ValueKind where Value == CertificateArgument {
    static var certificate: Self {
        ValueKind<ByteString>.nonEmpty(.certificate).map { CertificateArgument($1) }
    }
}
