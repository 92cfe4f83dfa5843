import FormEncoding
import FormUpload

extension SecretVariables {
    init(_ output: Settings.Output) {
        self.init(
            showsSecrets: output.showsSecrets, headers: output.secretHeaderNames,
            fields: output.secretFieldNames)
    }

    /// The value of an option.
    mutating func word(_ value: ByteString, of row: OptionSpec) -> ShellWord {
        let variable = ByteString(row.variable)
        switch row.secrecy {
        case .open, .variable: return ShellWord(value)
        case .secret:
            // A file of cookies is no secret.
            let isFile =
                row.meaning == .cookies
                ? CookieArgument(value).data == nil : row.meaning.input(of: value) != nil
            return isFile ? ShellWord(value) : word(value, named: variable)
        case .login:
            guard let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")) else {
                return ShellWord(value)
            }
            return split(value, at: colon + 1, named: variable)
        case .passphrase:
            let password = CertificateArgument(value).password?.count ?? 0
            return split(value, at: value.count - password, named: variable)
        case .header: return header(value)
        case .field: return pairs(value.bytes)
        case .url: return url(value)
        case .query: return query(value)
        }
    }
}
