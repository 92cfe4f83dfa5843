import FormEncoding
import FormUpload

/// Sentences about URLs that cannot be used.
extension Messages {
    /// The fault of a URL that libcurl rejects, and its place.
    static func invalidURL(_ url: ByteString) -> String {
        Redactor.ofProcess.register(url: url, isValid: false)
        return "invalid URL: " + (URLFault.of(url) ?? "\(quoted(url)) has no readable host")
    }

    static let bareMarkInLogin =
        "'@', '/', '?' or '#' in a user or password is not percent-encoded (%40, %2F, %3F, %23)"

    /// A URL that libcurl would misread: `/upload`, `http//host/`.
    static func misreadURL(_ url: ByteString) -> String? {
        let text = url.description
        let lower = text.lowercased()
        if text.hasPrefix("/") || ["http:///", "https:///"].contains(where: lower.hasPrefix) {
            return
                "\(quotedNoURL(url)) has no host: is a variable empty, or is this a relative address?"
        }
        if url.hostIsInPassword { return "invalid URL: " + bareMarkInLogin }
        // libcurl takes them for letters of a host.
        if let first = text.unicodeScalars.first,
            "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}\u{AB}\u{A0}\u{FEFF}".unicodeScalars.contains(
                first)
        {
            return invalidURL(url)
        }
        for scheme in ["https", "http"] {
            for twice in ["http://", "https://"] where lower.hasPrefix(twice + scheme + "://") {
                return "\(quotedNoURL(url)): the scheme is there twice"
            }
            if lower == scheme + ":" { return "\(quotedNoURL(url)) has no host" }
            for mark in ["//", ";//", ".//"] where lower.hasPrefix(scheme + mark) {
                let rest = text.dropFirst(scheme.count + mark.count)
                let meant = ByteString("\(scheme)://\(rest)")
                return "\(quotedNoURL(url)): write \(shown(meant))"
            }
            // A host named http to libcurl, a host without slashes to browsers.
            if lower.hasPrefix(scheme + ":"), !lower.dropFirst(scheme.count + 1).hasPrefix("/") {
                return "\(quotedNoURL(url)): write // after \(scheme):"
            }
        }
        return nil
    }

    private static func quotedNoURL(_ text: ByteString) -> String {
        Redactor.ofProcess.register(url: text, isValid: false)
        return quoted(text)
    }
}

/// Finds faults of a URL; the sentences complete 'invalid URL: '.
private enum URLFault {
    static func of(_ url: ByteString) -> String? {
        if url.bytes.isEmpty { return "it is empty" }
        if let fault = character(url) ?? login(url) ?? port(url) { return fault }
        if WrittenURL(url).text.hasDoubtfulHost {
            return "a backslash before the path of \(Messages.quoted(url)), where programs find "
                + "different hosts: write %5C in a user or password, and / between host and path"
        }
        let host = WrittenURL(url).host
        if host.contains("[") != host.contains("]") {
            return "the brackets of the IPv6 address in \(Messages.quoted(url)) do not match"
        }
        return host.isEmpty ? "\(Messages.quoted(url)) has no host" : nil
    }

    /// A user or a password with a character in it that ends the login, or the host.
    private static func login(_ url: ByteString) -> String? {
        let rest = String(decoding: url.bytes[url.authority.lowerBound...], as: UTF8.self)
        guard let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":"),
            !rest[..<colon].contains(where: "/?#".contains),
            rest[colon..<at].contains(where: "@/?#".contains)
        else { return nil }
        let port = rest[colon..<at].dropFirst().prefix { !"@/?#".contains($0) }
        let isPort = !port.isEmpty && port.allSatisfy { $0.isASCII && $0.isNumber }
        return (isPort ? "the port is out of range, or " : "")
            + Messages.bareMarkInLogin
    }

    private static func character(_ url: ByteString) -> String? {
        var before: [UInt8] = []
        // Text before the `@` may be part of a password.
        let login = url.bytes.lastIndex(of: UInt8(ascii: "@")) ?? 0
        // Called once, for a fault: a URL can be long.
        func place() -> String {
            if before.isEmpty { return "at its beginning" }
            if before.count < login { return "before the '@'" }
            let secrets = Redactor.ofProcess.secrets(in: url.bytes)
            return secrets.contains { $0.range.contains(before.count) }
                ? "in a secret" : "after \(Messages.quoted(ByteString(bytes: before)))"
        }
        for scalar in url.description.unicodeScalars {
            let isLast = before.count + scalar.utf8.count == url.bytes.count
            switch scalar {
            case " " where before.isEmpty || isLast: return "a blank \(place()): leave it out"
            case " ": return "a blank \(place()) (write %20)"
            case "\u{A0}" where before.isEmpty || isLast:
                return "a no-break space \(place()): leave it out"
            case "\u{FEFF}" where before.isEmpty:
                return "a byte order mark \(place()): leave it out"
            case "\t": return "a tab \(place()) (write %09)"
            case "\r" where isLast:
                return
                    "a carriage return \(place()): was it read from a file with Windows line ends?"
            case "\r", "\n": return "a line break \(place())"
            case "“", "”", "„", "‘", "’", "‚", "«", "»":
                return "a typographic quote \(place()): \(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                return "a control character \(place())"
            default: before += scalar.utf8
            }
        }
        return nil
    }

    private static func port(_ url: ByteString) -> String? {
        guard let port = WrittenURL(url).portText, !port.isEmpty else { return nil }
        if port.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return Int(port).map { $0 <= 65535 } ?? false ? nil : "port \(port) is out of range"
        }
        // A password with a slash in it can look like a port.
        guard !url.bytes.contains(UInt8(ascii: "@")) else { return nil }
        return "port \(Messages.quoted(port)) is not a number"
    }
}

extension ByteString {
    /// Whether a login ends too early, as `hasBareMarkInLogin` says of a proxy. The path and the query of a URL may have
    /// an `@`: `user:a@b#c@host`, `user:a@b?c@host`.
    fileprivate var hostIsInPassword: Bool {
        let at = UInt8(ascii: "@")
        let after = bytes[authority.upperBound...]
        guard bytes[authority].contains(at), let end = after.firstIndex(of: at) else {
            return false
        }
        let start = after[..<end]
        return start.first == UInt8(ascii: "#")
            || start.first == UInt8(ascii: "?") && !start.contains(UInt8(ascii: "="))
    }
}
