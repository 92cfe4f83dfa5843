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

    /// The value in the form in which an error message may show it.
    func shown(_ value: ByteString) -> ByteString {
        let (name, mark): (ArraySlice<UInt8>, String)
        switch self {
        case .open, .value, .field, .data, .query, .url: return value
        case .secret, .login, .passphrase: return "[masked]"
        case .variable: (name, mark) = (value.bytes.prefix { $0 != UInt8(ascii: "=") }, "=")
        // A later option may say that the header is a secret.
        case .header:
            name = value.bytes.prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
            mark = ": "
        }
        return name.count == value.count ? value : "\(ByteString(name))\(mark)[masked]"
    }
}

extension OptionSpec {
    /// Returns the secrets in a value of the option. The name of a file is no secret.
    ///
    /// Other users can read the process list. There a whole login is a secret, and so is the value of `-b` that names
    /// a file: it may be a cookie without a name.
    func secrets(
        in value: ByteString, _ names: CredentialNames, inProcessList: Bool = false
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
            secret = names.contains(ByteString(name)) ? bytes.indices : nil
        case .secret: secret = bytes.indices
        case .login: secret = inProcessList ? bytes.indices : bytes.password(in: bytes.indices)
        case .passphrase:
            secret = CertificateArgument(value).password.map {
                bytes.count - $0.count..<bytes.count
            }
        case .field:
            let (name, text) = value.nameAndText
            let isOpen = meaning == .form && text.first.map("@<(".utf8.contains) ?? true
            if isOpen || !names.contains(ByteString(bytes: name)) {
                return meaning == .form ? names.secrets(inHeadersOf: value) : []
            }
            secret = text.indices
        }
        return secret.map { [Secret(name: ByteString(variable), range: $0)] } ?? []
    }
}

extension CredentialNames {
    /// Returns the secrets in the headers of a part. A value without a name may be that of a secret header.
    fileprivate func secrets(inHeadersOf field: ByteString) -> [Secret] {
        guard field.bytes.contains(UInt8(ascii: ";")) else { return [] }
        let quote = UInt8(ascii: "\"")
        return FormScanner.headerValues(of: field).compactMap { range in
            let line = field.bytes[range].drop { $0 == quote || $0.isBlank }
            let name = line.prefix(while: \.isTokenCharacter)
            guard name.isEmpty || contains(ByteString(bytes: name)) else { return nil }
            let value = line[name.endIndex...].drop { $0 == UInt8(ascii: ":") || $0.isBlank }
            let end = value.last == quote ? value.endIndex - 1 : value.endIndex
            guard value.startIndex < end else { return nil }
            return Secret(name: ByteString(bytes: name), range: value.startIndex..<end)
        }
    }
}

extension Redactor {
    /// Registers the values of variables, and the logins of the environment's proxies, also those that are refused: their
    /// passwords may have a slash that is not percent-encoded.
    func register(_ variables: [VariableValue], _ environment: [String: ByteString]) {
        for variable in variables { register(variable.text, of: variable.name) }
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            if let url = environment[name] { register(url: url, isValid: false) }
        }
    }

    /// Registers the secrets of options and URLs, also as they were typed with variables. Returns those that are
    /// hidden in the process list.
    func register(_ uses: [OptionUse], _ names: CredentialNames) -> SecretTexts {
        use(names)
        var hidden = SecretTexts()
        // The nesting depth inside a group of -F that is a secret; 0 outside.
        var depth = 0
        for use in uses {
            let spec = use.isWord ? nil : use.spec
            guard use.isWord || spec.map({ $0.secrecy != .open }) ?? false else { continue }
            let isInGroup = depth > 0
            if spec?.meaning == .form {
                let (name, text) = use.value.nameAndText
                if text.first == UInt8(ascii: "(") {
                    let isSecret = names.contains(ByteString(bytes: name))
                    depth += isInGroup || isSecret ? 1 : 0
                } else if isInGroup, text == [UInt8(ascii: ")")] {
                    depth -= 1
                }
            }
            // A value as it was typed has variables.
            register(
                use, spec, names, isInGroup,
                isTemplate: !use.isWord && use.typed == nil && use.isExpanding, &hidden)
            guard let typed = use.typed else { continue }
            var source = use
            source.argument = typed
            register(source, spec, names, isInGroup, isTemplate: true, &hidden)
        }
        return hidden
    }

    /// Registers the secrets of an option, of a template those outside of its variables. `spec` is `nil` for a URL.
    private func register(
        _ use: OptionUse, _ spec: OptionSpec?, _ names: CredentialNames, _ isInGroup: Bool,
        isTemplate: Bool, _ hidden: inout SecretTexts
    ) {
        let bytes = use.value.bytes
        if spec?.secrecy == .variable, case .text(let text)? = try? VariableArgument(use).content {
            hidden.insert(bytes[...], bytes.count - text.count..<bytes.count, "")
        }
        let text = spec?.secrecy == .field ? use.value.nameAndText.text.indices : nil
        func secrets(inProcessList: Bool) -> [Secret] {
            let secrets =
                if isInGroup, let text {
                    [Secret(name: "secret", range: text)]
                } else {
                    spec?.secrets(in: use.value, names, inProcessList: inProcessList)
                        ?? names.secrets(inURL: use.value, withUser: inProcessList)
                }
            guard isTemplate else { return secrets }
            let name = ByteString(bytes: bytes.prefix { $0 != UInt8(ascii: ":") })
            let isLogin = ["authorization", "proxy-authorization"].contains(
                name.description.lowercased())
            return secrets.outsideVariables(of: bytes, showsScheme: isLogin)
        }
        let listed = secrets(inProcessList: true)
        guard !listed.isEmpty else { return }
        for secret in listed { hidden.insert(secret, in: bytes, of: use.option) }
        register(secrets(inProcessList: false), in: bytes)
        guard let spec else { return }
        // A password with a slash in it is why the URL of a proxy is refused.
        let isProxy = spec.long.hasSuffix("proxy") || spec.long.hasPrefix("socks")
        if isProxy, !isTemplate { register(url: use.value, isValid: false) }
        guard spec.meaning == .form, let text, listed[0].range.lowerBound == text.lowerBound
        else { return }
        // Without quotes and parameters.
        var scanner = FormScanner(use.value)
        scanner.position = text.lowerBound
        let word = scanner.quoted() ?? scanner.unquoted()
        let content = word.bytes.bytes
        let secret = [Secret(name: listed[0].name, range: content.indices)]
        register(isTemplate ? secret.outsideVariables(of: content) : secret, in: content)
    }
}

extension [UInt8] {
    /// Whether each byte is one of `{{name}}`.
    fileprivate var variablePlaces: [Bool] {
        var places = [Bool](repeating: false, count: count)
        var rest = self[...]
        while let open = rest.firstRange(of: "{{".utf8) {
            rest = rest[open.upperBound...]
            if open.lowerBound > 0, self[open.lowerBound - 1] == UInt8(ascii: "\\") { continue }
            guard let close = rest.firstRange(of: "}}".utf8) else { break }
            for place in open.lowerBound..<close.upperBound { places[place] = true }
            rest = rest[close.upperBound...]
        }
        return places
    }
}

extension [Secret] {
    /// The parts of these secrets of a template that are no variables. A word and a blank before the first variable
    /// may be the scheme of a login, such as `Bearer`.
    fileprivate func outsideVariables(
        of template: [UInt8], showsScheme: Bool = false
    ) -> [Secret] {
        guard !isEmpty else { return [] }
        let isVariable = template.variablePlaces
        return flatMap { secret in
            secret.range.split { isVariable[$0] }.filter { part in
                !showsScheme || part.lowerBound > secret.range.lowerBound
                    || part.upperBound == secret.range.upperBound
                    || template[part].last != UInt8(ascii: " ")
                    || !template[part].dropLast().allSatisfy(\.isLetter)
            }.map { Secret(name: secret.name, range: $0) }
        }
    }
}
