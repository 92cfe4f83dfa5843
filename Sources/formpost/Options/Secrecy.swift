import FormEncoding

/// The secret part of an option's value: not shown, and hidden in the process's arguments.
enum Secrecy: Sendable {
    case open, secret
    /// The value of a header line, if its name says so.
    case header
    /// The value of a form field, if `--secret-field` names it.
    case field
    /// The login in a URL.
    case url
    /// The passphrase in `file:passphrase`.
    case passphrase
}

extension Secrecy {
    /// The secrets in a value. Those of form fields depend on other options, and are found later.
    func secrets(in value: ByteString) -> [ByteString] {
        let secret: ByteString? =
            switch self {
            case .open, .field: nil
            case .secret: value
            case .header:
                if case .add(let name, _, let text)? = try? HeaderArgument.line(value),
                    SecretField.isNamed(name)
                {
                    text
                } else {
                    nil
                }
            case .url: value.userinfo
            case .passphrase: CertificateArgument(value).password
            }
        return secret.map { [$0] } ?? []
    }

    /// The value for messages.
    func shown(_ value: ByteString) -> ByteString {
        switch self {
        case .open, .field: return value
        case .secret, .passphrase: return "[masked]"
        case .url: return value.withoutPassword
        case .header:
            let name = value.bytes.prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
            guard SecretField.isNamed(ByteString(bytes: name)) else { return value }
            return ByteString(bytes: name + Array(": [masked]".utf8))
        }
    }
}

/// Names of fields whose values are secrets.
enum SecretField {
    private static let names: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie",
    ]

    static func isNamed(_ name: ByteString) -> Bool {
        names.contains(name.description.lowercased())
    }

    /// The built-in names and those of `--secret-field`, in lower case.
    static func all(_ more: [ByteString]) -> Set<String> {
        names.union(more.map { $0.description.lowercased() })
    }
}

extension Settings {
    /// The secrets of all options, including fields and headers that `--secret-field` names.
    var allSecrets: [ByteString] { secrets + secretTexts + secretHeaders }

    private var secretHeaders: [ByteString] {
        let names = SecretField.all(output.secretFields)
        return request.headers.compactMap { header in
            guard case .add(let name, _, let value) = header, !SecretField.isNamed(name),
                names.contains(name.description.lowercased())
            else { return nil }
            return value
        }
    }

    /// The texts of the form's fields that `--secret-field` names.
    private var secretTexts: [ByteString] {
        let names = SecretField.all(output.secretFields)
        return form.fields.compactMap { field in
            let parts = field.argument.bytes.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2,
                names.contains(String(decoding: parts[0], as: UTF8.self).lowercased()),
                field.kind == .string || parts[1].first.map({ !"@<(".utf8.contains($0) }) ?? false
            else { return nil }
            return ByteString(bytes: parts[1])
        }
    }
}
