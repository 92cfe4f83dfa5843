import FormEncoding
import FormUpload

/// Why the private key of a client certificate cannot be used: libcurl has one text for all reasons.
enum KeyFault {
    case needsPassphrase(key: ByteString)
    /// The passphrase of this option does not open the key.
    case wrongPassphrase(option: String, key: ByteString)
    case ofAnotherCertificate(key: ByteString, certificate: ByteString)

    /// Opens the key; `nil` if no reason is found.
    init?(_ route: ProxyRoute) {
        guard let certificate = route.passedText(.certificate) else { return nil }
        let key = route.passedText(.key) ?? certificate
        let passphrase = route.passedText(.keyPassword)
        if passphrase == nil, key.isEncryptedKey {
            self = .needsPassphrase(key: key)
            return
        }
        switch PrivateKeyFile.opens(key, with: passphrase ?? "") {
        case true?: self = .ofAnotherCertificate(key: key, certificate: certificate)
        case false? where key.isEncryptedKey:
            let option = route.passed.last { $0.setting.option == .keyPassword }?.name
            self = .wrongPassphrase(option: option ?? "--pass", key: key)
        default: return nil
        }
    }
}

extension ProxyRoute {
    /// The text of the last option that sets this option of libcurl.
    func passedText(_ option: CURLSetting.Option) -> ByteString? {
        let passed = passed.last { $0.setting.option == option }
        guard case .string(let text?) = passed?.setting.value else { return nil }
        return text
    }
}

extension ByteString {
    /// Whether the file at this path has an encrypted private key in PEM.
    fileprivate var isEncryptedKey: Bool {
        guard !isFIFO, let content = try? SmallFile.read(self) else { return false }
        return ["ENCRYPTED PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED"].contains {
            content.firstRange(of: Array($0.utf8)) != nil
        }
    }
}
