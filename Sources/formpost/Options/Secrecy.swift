import FormEncoding
import FormUpload

/// The secret part of an option's value: not shown, and hidden in the process's arguments.
enum Secrecy: Sendable {
    case open, secret
    /// `user:password`.
    case login
    /// The value of a header line, if its name says so.
    case header
    /// The value of a form field, if its name says so.
    case field
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
    /// The secrets in a value; those of fields are known when all options are.
    func secrets(in value: ByteString) -> [ByteString] {
        switch self {
        case .open, .field, .header, .variable: []
        case .secret, .login: [value]
        case .url: (value.userinfo.map { [$0] } ?? []) + value.bytes.credentials()
        case .query: ([UInt8(ascii: "?")] + value.bytes).credentials()
        case .passphrase: CertificateArgument(value).password.map { [$0] } ?? []
        }
    }

    /// The value as a message may show it that tells what is wrong with it.
    func shown(_ value: ByteString) -> ByteString {
        switch self {
        case .open, .field, .query: return value
        case .secret, .login, .passphrase: return "[masked]"
        case .url: return value.withoutSecrets
        case .variable:
            let name = value.bytes.prefix { $0 != UInt8(ascii: "=") }
            guard name.count < value.bytes.count else { return value }
            return ByteString(bytes: name + Array("=[masked]".utf8))
        case .header:
            // An option that comes later may say that it is a secret.
            let name = value.bytes.prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
            guard name.count < value.bytes.count else { return value }
            return ByteString(bytes: name + Array(": [masked]".utf8))
        }
    }
}

extension Settings {
    /// The secrets of all options, those of fields and headers included.
    var allSecrets: [ByteString] {
        let secrets = secrets + secretTexts + secretData + secretLines + secretParameters
        return secrets + secretVariables(secrets)
    }

    /// The typed texts of variables whose names say so, or that are parts of other secrets.
    private func secretVariables(_ secrets: [ByteString]) -> [ByteString] {
        guard !variables.isEmpty else { return [] }
        let names = output.secretFieldNames
        let typed = uses.compactMap { use -> (name: ByteString, text: ByteString)? in
            guard OptionTable.row(of: use.option)?.meaning == .variable,
                let argument = try? VariableArgument(use), case .text(let text) = argument.content
            else { return nil }
            return (ByteString(argument.name), ByteString(bytes: text))
        }
        let areFound = TextSearch(typed.map(\.text)).areFound(in: secrets)
        return zip(typed, areFound).compactMap { typed, isFound in
            !typed.text.isEmpty && (isFound || names.contains(typed.name)) ? typed.text : nil
        }
    }

    /// The values of pairs and of JSON's members among data whose names say so.
    private var secretData: [ByteString] {
        let names = output.secretFieldNames
        return data.pieces.filter { $0.file == nil }.flatMap { piece in
            if piece.kind == .json || piece.value.bytes.first.map("{[".utf8.contains) ?? false {
                let bytes = piece.value.bytes
                return bytes.secretJSONValues(names).map { ByteString(bytes: bytes[$0.value]) }
            }
            // An encoded value may have a `&` in it.
            let pairs =
                piece.kind == .urlEncoded
                ? [piece.value.bytes[...]] : piece.value.bytes.split(separator: UInt8(ascii: "&"))
            return pairs.compactMap { pair -> ByteString? in
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
                    names.contains(
                        parameter: ByteString(bytes: WrittenURL.decoded(pair[..<equals])))
                else { return nil }
                return ByteString(bytes: pair[(equals + 1)...])
            }
        }
    }

    /// The values of parameters in URLs that `--secret-field` names.
    private var secretParameters: [ByteString] {
        guard !output.secretFields.isEmpty else { return [] }
        let names = output.secretFieldNames
        return uses.flatMap { use -> [ByteString] in
            let secrecy = use.isWord ? .url : OptionTable.secrecy(of: use.option)
            return switch secrecy {
            case .url: use.value.bytes.credentials(names)
            case .query: ([UInt8(ascii: "?")] + use.value.bytes).credentials(names)
            default: []
            }
        }
    }

    /// The values of the headers whose names say so.
    private var secretLines: [ByteString] {
        let names = output.secretHeaderNames
        let proxy = passed.flatMap { passed -> [HeaderArgument] in
            guard passed.setting.option == .proxyHeader,
                case .lines(let lines) = passed.setting.value
            else { return [] }
            return lines.compactMap { try? HeaderArgument.line($0) }
        }
        return (request.headers + proxy).compactMap { header in
            guard case .add(let name, _, let value) = header, names.contains(name) else {
                return nil
            }
            return value
        }
    }

    /// The texts of the form's fields whose names say so.
    private var secretTexts: [ByteString] {
        let names = output.secretFieldNames
        return form.fields.compactMap { field in
            let parts = field.argument.bytes.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard field.kind != .tree, parts.count == 2,
                field.isLiteral || parts[1].first.map({ !"@<(".utf8.contains($0) }) ?? false,
                names.contains(ByteString(bytes: parts[0]))
            else { return nil }
            return ByteString(bytes: parts[1])
        }
    }
}
