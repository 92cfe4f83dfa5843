import FormEncoding
import FormUpload

extension Settings {
    /// What must neither stay in the process's arguments nor be shown.
    var secrets: [ByteString] {
        [request.user].compactMap { $0 } + request.cookies
            + request.headers.compactMap(\.secret) + passed.compactMap(\.secret)
            + urls.compactMap(\.userinfo) + secretTexts
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

/// Names of fields whose values are secrets.
enum SecretField {
    private static let names: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie",
    ]

    static func isNamed(_ name: ByteString) -> Bool {
        names.contains(name.description.lowercased())
    }

    /// These and those of `--secret-field`, in lower case.
    static func all(_ more: [ByteString]) -> Set<String> {
        names.union(more.map { $0.description.lowercased() })
    }
}

extension HeaderArgument {
    fileprivate var secret: ByteString? {
        guard case .add(let name, _, let value) = self, SecretField.isNamed(name) else {
            return nil
        }
        return value
    }
}

extension PassedOption {
    fileprivate var secret: ByteString? {
        switch (setting.option, setting.value) {
        case (.proxyUserPassword, .string(let value)), (.keyPassword, .string(let value)),
            (.bearer, .string(let value)):
            value
        case (.proxy, .string(let url?)), (.preProxy, .string(let url?)): url.userinfo
        default: nil
        }
    }
}

extension ByteString {
    /// The `user:password` of a URL.
    var userinfo: ByteString? { userinfoRange.map { ByteString(bytes: bytes[$0]) } }

    /// A URL as it may be shown: with the user and without the password.
    var withoutPassword: ByteString {
        guard let range = userinfoRange,
            let colon = bytes[range].firstIndex(of: UInt8(ascii: ":"))
        else { return self }
        return ByteString(
            bytes: bytes[...colon] + Array("[masked]".utf8) + bytes[range.upperBound...])
    }

    /// What is no URL as it may be shown: a password with a slash in it may be why.
    var withoutAnyPassword: ByteString {
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return self }
        let scheme = bytes.firstRange(of: Array("://".utf8))
        let start = scheme.map { $0.upperBound <= at ? $0.upperBound : 0 } ?? 0
        guard let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")) else { return self }
        return ByteString(bytes: bytes[...colon] + Array("[masked]".utf8) + bytes[at...])
    }

    /// As libcurl finds it, which takes any number of slashes after a scheme.
    private var userinfoRange: Range<Int>? {
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") }
        var rest = bytes[...]
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            rest[(colon + 1)...].first.map(isSlash) == true
        {
            rest = rest[(colon + 1)...].drop(while: isSlash)
        }
        let authority = rest.prefix { !isSlash($0) && $0 != UInt8(ascii: "?") }
        return authority.lastIndex(of: UInt8(ascii: "@")).map { authority.startIndex..<$0 }
    }
}
