import FormEncoding
import FormUpload
import Foundation

/// Checks the files of options about TLS early: libcurl opens them only after connecting.
///
/// Checks that need OpenSSL, such as whether a passphrase is right, are left to libcurl. The sentences are libcurl's own, as for
/// failures during the transfer.
enum TLSFileCheck {
    /// Checks them, and returns that of a key whose passphrase is missing; `nil` for a preview.
    static func lockedKey(
        _ options: UploadOptions, _ route: Route, _ inputs: Inputs
    ) throws(Failure) -> ByteString? {
        let line = route.line
        if let path = options.string(.proxyCAInfo), route.verifiesProxy {
            _ = try pem(path, ExitStatus.authorities, badAuthorities, "--proxy-cacert")
        }
        guard route.url.description.lowercased().hasPrefix("https:") else { return nil }
        if options.verifiesCertificates, let path = options.certificateAuthorities?.path {
            let isSet = inputs.environment["CURL_CA_BUNDLE"]?.isEmpty == false
            let variable = isSet ? "CURL_CA_BUNDLE" : "SSL_CERT_FILE"
            _ = try pem(
                path, ExitStatus.authorities, badAuthorities,
                line.settings.passed.last(.caInfo)?.name ?? variable)
        }
        if let path = options.string(.revocationList) {
            _ = try pem(path, ExitStatus.revocations, "error loading CRL file:", "--crlfile")
        }
        if let path = options.string(.pinnedPublicKey), !path.starts(with: "sha256//".utf8) {
            _ = try pem(path, ExitStatus.wrongKey, "error loading public key:", "--pinnedpubkey")
        }
        var keyFile: (path: ByteString, content: [UInt8]?)?
        if let path = options.pemFile(.certificate, type: .certificateType) {
            let content = try pem(
                path, ExitStatus.clientCertificate, "could not load PEM client certificate from",
                "--cert")
            if let content, options.string(.key) == nil, has("-----BEGIN CERTIFICATE", content),
                !has(" PRIVATE KEY-----", content)
            {
                throw Failure(
                    ExitStatus.clientCertificate,
                    "\(Messages.path(path)) has a certificate and no private key: --key file names the key"
                )
            }
            keyFile = (path, content)
        }
        if let path = options.pemFile(.key, type: .keyType) {
            let content = try pem(
                path, ExitStatus.clientCertificate, "unable to set private key file:", "--key")
            keyFile = (path, content)
        }
        let isOpen =
            line.settings.passed.last(.keyPassword) != nil || inputs.settings.preview.isOn
        guard !isOpen, case let (path, content?)? = keyFile, isEncrypted(content) else {
            return nil
        }
        return path
    }

    private static let badAuthorities = "error setting certificate file:"

    /// The content of a file, in which PEM data begin; `nil` for a pipe, which only libcurl reads, and for a large
    /// file. `option` names the file.
    private static func pem(
        _ path: ByteString, _ status: Int32, _ sentence: String,
        _ option: @autoclosure () -> String
    ) throws(Failure) -> [UInt8]? {
        if path.isFIFO { return nil }
        func failure(_ reason: String) -> Failure {
            Failure(status, "\(sentence) \(Messages.path(path)): \(reason) (\(option()))")
        }
        let content: [UInt8]
        do throws(BodyFault) { content = try SmallFile.read(path.asFile) } catch {
            guard case .cannotRead(_, let number) = error, number != EFBIG else { return nil }
            throw failure(Messages.reason(number))
        }
        // A public key may be binary.
        guard status == ExitStatus.wrongKey || has("-----BEGIN ", content) else {
            let type = status == ExitStatus.clientCertificate ? binaryType(content) : nil
            // A key of PKCS#12 comes with its certificate.
            let start = type == "P12" && option() == "--key" ? "-E FILE --cert" : option()
            let way = type.map { ": write \(start)-type \($0)" } ?? ""
            throw failure("it contains no PEM data" + way)
        }
        return content
    }

    /// The type of a file that begins as a sequence of ASN.1: PKCS#12 has its version first (RFC 7292 §4).
    private static func binaryType(_ content: [UInt8]) -> String? {
        let (sequence, version): (UInt8, [UInt8]) = (0x30, [2, 1, 3])
        guard content.first == sequence else { return nil }
        return content.prefix(8).firstRange(of: version) == nil ? "DER" : "P12"
    }

    /// Whether a key in PEM is encrypted: `BEGIN ENCRYPTED PRIVATE KEY`, and `Proc-Type: 4,ENCRYPTED` of older ones.
    static func isEncrypted(_ key: [UInt8]) -> Bool { has("ENCRYPTED", key) }

    private static func has(_ text: String, _ content: [UInt8]) -> Bool {
        content.firstRange(of: Array(text.utf8)) != nil
    }
}

extension UploadOptions {
    /// The file of an option, if it names a PEM file.
    fileprivate func pemFile(
        _ option: CURLSetting.Option, type: CURLSetting.Option
    ) -> ByteString? {
        guard string(type).map({ $0.description.uppercased() == "PEM" }) ?? true else { return nil }
        return string(option).flatMap { $0.bytes.starts(with: "pkcs11:".utf8) ? nil : $0 }
    }
}
