import FormEncoding
import FormUpload

/// The secret part of an option's value: not shown, and hidden in the process's arguments.
enum Secrecy: Sendable, Equatable {
    case open, secret
    /// `user:password`.
    case login
    /// The value of a header line, if its name says so.
    case header
    /// The value of the header field with this name, if the name says so.
    case value(of: String)
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
    /// The text of a variable, which may become a part of a secret: hidden in the process list.
    case variable
}

extension Secrecy {
    /// Returns the value as an error message about it may show it.
    func shown(_ value: ByteString) -> ByteString {
        switch self {
        case .open, .value, .field, .data, .query, .url: return value
        case .secret, .login, .passphrase: return "[masked]"
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
    /// Returns the secrets in a value of the option; the name of a file is none. Other users can read the process list, so there a login is a
    /// secret as a whole, and so is the file of `-b`: it may be a cookie that was written without a name.
    func secrets(
        in value: ByteString, _ names: SecretNames, inProcessList: Bool = false
    ) -> [Secret] {
        let isFile =
            meaning == .cookies
            ? !inProcessList && value.cookieFile != nil
            : meaning != .certificate && meaning.input(of: value) != nil
        let bytes = value.bytes
        if isFile { return secrecy == .field ? names.secrets(inHeadersOf: value) : [] }
        let secret: Range<Int>?
        switch secrecy {
        case .header: return names.secrets(inHeader: bytes)
        case .data: return names.secrets(inData: bytes, isOnePair: meaning == .urlEncoded)
        case .url: return names.secrets(inURL: value, withUser: inProcessList)
        // After a plus stands a query, otherwise one pair.
        case .query:
            return names.secrets(inData: bytes, isOnePair: bytes.first != UInt8(ascii: "+"))
        case .open, .variable: secret = nil
        case .value(let name):
            secret = names.headers.contains(ByteString(name)) ? bytes.indices : nil
        case .secret: secret = bytes.indices
        case .login: secret = inProcessList ? bytes.indices : bytes.password(in: bytes.indices)
        case .passphrase:
            secret = CertificateArgument(value).password.map {
                bytes.count - $0.count..<bytes.count
            }
        case .field:
            let name = bytes.prefix { $0 != UInt8(ascii: "=") }
            let text = bytes[name.endIndex...].dropFirst()
            let isOpen = meaning == .form && text.first.map("@<(".utf8.contains) ?? true
            if isOpen || !names.fields.contains(ByteString(bytes: name)) {
                return meaning == .form ? names.secrets(inHeadersOf: value) : []
            }
            secret = text.indices
        }
        return secret.map { [Secret(name: ByteString(variable), range: $0)] } ?? []
    }
}

extension SecretNames {
    /// Returns the secrets in the headers of a part. A value without a name may be that of a secret header.
    fileprivate func secrets(inHeadersOf field: ByteString) -> [Secret] {
        guard field.bytes.contains(UInt8(ascii: ";")) else { return [] }
        let quote = UInt8(ascii: "\"")
        return FormScanner.headerValues(of: field).compactMap { range in
            let line = field.bytes[range].drop { $0 == quote || $0.isBlank }
            let name = line.prefix(while: \.isTokenCharacter)
            guard name.isEmpty || headers.contains(ByteString(bytes: name)) else { return nil }
            let value = line[name.endIndex...].drop { $0 == UInt8(ascii: ":") || $0.isBlank }
            let end = value.last == quote ? value.endIndex - 1 : value.endIndex
            guard value.startIndex < end else { return nil }
            return Secret(name: ByteString(bytes: name), range: value.startIndex..<end)
        }
    }
}

extension Redactor {
    /// Registers the values of variables, and the logins of proxies, in which a slash may be wrong.
    func register(_ variables: [VariableValue], _ environment: [String: ByteString]) {
        for variable in variables { register(variable.text, of: variable.name) }
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            if let url = environment[name] { register(url: url, isValid: false) }
        }
    }

    /// Registers the secrets of options and URLs; returns those that are hidden in the process list.
    func register(_ uses: [OptionUse], _ named: RunSettings.Secrets) -> SecretTexts {
        use(named.names, variables: named.variables)
        let names = named.names
        var hidden = SecretTexts()
        // How deep in a group of -F that is a secret.
        var depth = 0
        for use in uses where use.template == nil {
            // The text of a template is expanded later.
            let bytes = use.value.bytes
            let row = use.isWord ? nil : use.spec ?? OptionTable.row(of: use.option)
            guard use.isWord || row.map({ $0.secrecy != .open }) ?? false else { continue }
            if row?.secrecy == .variable, let argument = try? VariableArgument(use),
                case .text(let text) = argument.content
            {
                hidden.insert(bytes[...], bytes.count - text.count..<bytes.count, "")
            }
            var secrets =
                row?.secrets(in: use.value, names, inProcessList: true)
                ?? names.secrets(inURL: use.value, withUser: true)
            if let row, row.secrecy == .field, let equals = bytes.firstIndex(of: UInt8(ascii: "="))
            {
                let text = equals + 1..<bytes.count
                let isGroup = row.meaning == .form && bytes[text].first == UInt8(ascii: "(")
                if depth > 0 {
                    depth += isGroup ? 1 : bytes[text] == [UInt8(ascii: ")")] ? -1 : 0
                    secrets = [Secret(name: "secret", range: text)]
                } else if isGroup,
                    names.fields.contains(ByteString(bytes: bytes[..<equals]))
                {
                    depth = 1
                }
                if row.meaning == .form, secrets.contains(where: { $0.range == text }) {
                    // Without quotes and parameters.
                    var scanner = FormScanner(use.value)
                    scanner.position = text.lowerBound
                    let word =
                        scanner.quoted(before: .semicolon) ?? scanner.unquoted(before: .semicolon)
                    let name = secrets[0].name
                    register(
                        [Secret(name: name, range: 0..<word.bytes.count)], in: word.bytes.bytes)
                }
            }
            guard !secrets.isEmpty else { continue }
            for secret in secrets { hidden.insert(secret, in: bytes, of: use.option) }
            guard let row, depth == 0 else {
                register(depth > 0 ? secrets : names.secrets(inURL: use.value), in: bytes)
                continue
            }
            // A password with a slash in it may be why libcurl quotes the URL of a proxy.
            let isProxy = row.long.hasSuffix("proxy") || row.long.hasPrefix("socks")
            if isProxy { register(url: use.value, isValid: false) }
            register(row.secrets(in: use.value, names), in: bytes)
        }
        return hidden
    }
}
