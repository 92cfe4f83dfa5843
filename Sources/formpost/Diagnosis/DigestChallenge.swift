import FormEncoding
import FormUpload

/// A challenge of Digest (RFC 7616 §3.3). libcurl answers some challenges with a login that cannot
/// be right, and others not at all.
struct DigestChallenge {
    /// The parameters in their order, with the blanks around `=` and the quotes.
    private let parameters: [(name: String, value: String)]

    /// The first one in a response, since libcurl ignores others; `nil` if there is none.
    init?(_ head: ResponseHead) {
        let scheme = "digest "
        let challenges = head.values(of: "WWW-Authenticate")
        let challenge = challenges.first { $0.lowercased().hasPrefix(scheme) }
        guard let challenge else { return nil }
        var isQuoted = false
        let parts = challenge.dropFirst(scheme.count).split { character in
            if character == "\"" { isQuoted.toggle() }
            return !isQuoted && character == ","
        }
        parameters = parts.map { part in
            let text = part.drop { $0.isWhitespace }
            let name = text.prefix { $0 != "=" }
            return (String(name).lowercased(), String(text.dropFirst(name.count + 1)))
        }
    }

    /// Returns what libcurl does not support of it, or `nil`. A login with `auth-int` depends on
    /// the body, and libcurl takes it to be empty.
    func unsupported(hasBody: Bool) -> String? {
        if parameters.contains(where: { $0.name.last == " " || $0.value.first == " " }) {
            return "blanks around the = of its parameters"
        }
        if let algorithm = value(of: "algorithm"),
            !TransportFacts.digestAlgorithms.contains(algorithm.lowercased())
        {
            return "algorithm=\(Messages.shown(ByteString(algorithm)))"
        }
        let protections = value(of: "qop")?.lowercased().split { $0 == "," || $0 == " " } ?? []
        if hasBody, protections.contains("auth-int"), !protections.contains("auth") {
            return "qop=auth-int"
        }
        return nil
    }

    /// The value of a parameter without its quotes.
    private func value(of name: String) -> String? {
        let value = parameters.first { $0.name == name }?.value
        return value.map { text in text.filter { $0 != "\"" } }
    }
}
