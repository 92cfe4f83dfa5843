import FormEncoding
import FormUpload

/// Sentences about client certificates and their keys.
extension Messages {
    /// Follows libcurl's text: the server ended the handshake for want of a client certificate.
    static func certificateWanted(_ reason: String, _ route: ProxyRoute) -> String {
        guard route.passedText(.certificate) == nil else { return "" }
        if reason.contains("alert certificate required") {
            return "; the server wants a client certificate: -E file"
        }
        // Up to TLS 1.2 the alert has other causes, too.
        return reason.contains("alert handshake failure")
            ? "; the server may want a client certificate: -E file" : ""
    }

    /// Why the key of a client certificate cannot be used: libcurl has one text for all reasons.
    static func unusableKey(_ reason: String, _ route: ProxyRoute) -> String {
        guard let certificate = route.passedText(.certificate) else { return reason }
        let key = route.passedText(.key) ?? certificate
        let shownKey = "the key in \(path(key))"
        let passphrase = route.passedText(.keyPassword)
        if passphrase == nil, key.isEncryptedKey {
            return "\(shownKey) needs a passphrase: --pass phrase"
        }
        switch PrivateKeyFile.opens(key, with: passphrase ?? "") {
        case true?: return "\(shownKey) is not that of the certificate in \(path(certificate))"
        case false? where key.isEncryptedKey:
            let option = route.name(of: .keyPassword) ?? "--pass"
            return "the passphrase of \(option) does not open \(shownKey)"
        default: return reason
        }
    }
}

extension ProxyRoute {
    /// The text of the last option that sets this option of libcurl.
    fileprivate func passedText(_ option: CURLSetting.Option) -> ByteString? {
        let passed = passed.last { $0.setting.option == option }
        guard case .string(let text?) = passed?.setting.value else { return nil }
        return text
    }

    /// The option as typed.
    fileprivate func name(of option: CURLSetting.Option) -> String? {
        passed.last { $0.setting.option == option }?.name
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
