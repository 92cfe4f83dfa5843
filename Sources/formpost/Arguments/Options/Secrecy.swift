import FormEncoding
import FormUpload

/// The secret part of an option's value: not shown, and hidden in the process's arguments.
enum Secrecy: Sendable {
    case open, secret
    /// `user:password`.
    case login
    /// The value of a header line, if its name says so.
    case header
    /// The text of a form field, if its name says so.
    case field
    /// The values of data, if their names say so.
    case data
    /// The login in a URL, and the credentials in its path and query.
    case url
    /// The credentials among data for a query.
    case query
    /// The passphrase in `file:passphrase`.
    case passphrase
    /// The text of a variable, if its name says so or if it becomes a part of a secret.
    case variable
}

extension Secrecy {
    /// Returns the value as an error message about it may show it.
    func shown(_ value: ByteString) -> ByteString {
        switch self {
        case .open, .field, .data, .query: return value
        case .secret, .login, .passphrase: return "[masked]"
        case .url: return value.withoutSecrets
        case .variable:
            let name = value.bytes.prefix { $0 != UInt8(ascii: "=") }
            guard name.count < value.bytes.count else { return value }
            return ByteString(bytes: name + Array("=[masked]".utf8))
        case .header:
            // A later option may say that the header is a secret.
            let name = value.bytes.prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
            guard name.count < value.bytes.count else { return value }
            return ByteString(bytes: name + Array(": [masked]".utf8))
        }
    }
}

extension OptionSpec {
    /// Returns the secrets in a value of the option; the name of a file is none. The secrets of
    /// variables depend on other options. Other users can read the process list, so there a login is a
    /// secret as a whole, and so is the file of `-b`: it may be a cookie that was written without a name.
    func secrets(
        in value: ByteString, _ names: SecretNames, inProcessList: Bool = false
    ) -> [Secret] {
        let isFile =
            meaning == .cookies
            ? !inProcessList && CookieArgument(value).data == nil
            : meaning != .certificate && meaning.input(of: value) != nil
        if isFile { return [] }
        let bytes = value.bytes
        let secret: Range<Int>?
        switch secrecy {
        case .header: return names.secrets(inHeader: bytes)
        case .data: return names.secrets(inData: bytes, isOnePair: meaning == .urlEncoded)
        case .url: return names.secrets(inURL: value, withUser: inProcessList)
        case .query: return names.secrets(inQuery: value)
        case .open, .variable: secret = nil
        case .secret: secret = bytes.indices
        case .login: secret = inProcessList ? bytes.indices : bytes.password(in: bytes.indices)
        case .passphrase:
            secret = CertificateArgument(value).password.map {
                bytes.count - $0.count..<bytes.count
            }
        case .field:
            let name = bytes.prefix { $0 != UInt8(ascii: "=") }
            let text = bytes[name.endIndex...].dropFirst()
            let isFile = meaning == .form && text.first.map("@<(".utf8.contains) ?? true
            secret = !isFile && names.fields.contains(ByteString(bytes: name)) ? text.indices : nil
        }
        return secret.map { [Secret(name: ByteString(variable), range: $0)] } ?? []
    }
}

extension OperationLine {
    /// The secrets of all options and URLs.
    func allSecrets(_ named: RunSettings.Secrets) -> [ByteString] {
        let names = named.names
        let secrets = uses.flatMap { use -> [ByteString] in
            // The text of a template is expanded later.
            guard use.template == nil else { return [] }
            let secrets =
                use.isWord
                ? names.secrets(inURL: use.value, withUser: true)
                : use.spec?.secrets(in: use.value, names, inProcessList: true)
            return secrets?.map { ByteString(bytes: use.value.bytes[$0.range]) } ?? []
        }
        return secrets + secretVariables(secrets, names.fields, named.variables)
    }

    /// The typed texts of variables whose names say so, or that are parts of other secrets.
    private func secretVariables(
        _ secrets: [ByteString], _ names: CredentialNames, _ secretNames: [ByteString]
    ) -> [ByteString] {
        guard !variables.isEmpty else { return [] }
        let typed = uses.compactMap { use -> (name: ByteString, text: ByteString)? in
            guard use.spec?.meaning == .variable,
                let argument = try? VariableArgument(use), case .text(let text) = argument.content
            else { return nil }
            return (ByteString(argument.name), ByteString(bytes: text))
        }
        let areFound = TextSearch(typed.map(\.text)).areFound(in: secrets)
        return zip(typed, areFound).compactMap { typed, isFound in
            let isNamed =
                names.contains(typed.name) || secretNames.contains(typed.name)
            return !typed.text.isEmpty && (isFound || isNamed) ? typed.text : nil
        }
    }
}
