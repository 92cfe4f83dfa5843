import FormEncoding
import FormUpload

/// Checks the files of `--cacert`, `--cert` and `--key` early: libcurl opens them only after
/// connecting.
///
/// Checks that need OpenSSL, such as the passphrase, are left to libcurl. The sentences are libcurl's own, as for
/// failures during the transfer.
enum TLSFileCheck {
    /// `authorities` is the option or variable that names the CA certificates.
    static func check(
        _ url: ByteString, _ options: UploadOptions, authorities: String
    ) throws(Failure) {
        guard url.description.lowercased().hasPrefix("https:") else { return }
        if options.verifiesCertificates, let path = options.certificateAuthorities {
            _ = try pem(path) {
                Failure(77, "error setting certificate file: \($0): \($1) (\(authorities))")
            }
        }
        if let path = options.pemFile(.certificate, type: .certificateType) {
            let content = try pem(path) {
                Failure(58, "could not load PEM client certificate from \($0): \($1) (--cert)")
            }
            if let content, options.string(.key) == nil, has("-----BEGIN CERTIFICATE", content),
                !has(" PRIVATE KEY-----", content)
            {
                throw Failure(
                    58,
                    "\(Messages.path(path)) has a certificate and no private key: --key file names the key"
                )
            }
        }
        if let path = options.pemFile(.key, type: .keyType) {
            _ = try pem(path) {
                Failure(58, "unable to set private key file: \($0): \($1) (--key)")
            }
        }
    }

    /// The content of a file, in which PEM data begin; `nil` for a pipe, which only libcurl reads, and for a large
    /// file.
    private static func pem(
        _ path: ByteString, _ failure: (_ path: String, _ reason: String) -> Failure
    ) throws(Failure) -> [UInt8]? {
        if path.isFIFO { return nil }
        let name = Messages.path(path)
        let content: [UInt8]
        do throws(InputError) { content = try SmallFile.read(path) } catch {
            guard case .system(let number) = error, error != .tooLarge else { return nil }
            throw failure(name, Messages.reason(number))
        }
        guard has("-----BEGIN ", content) else { throw failure(name, "it contains no PEM data") }
        return content
    }

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
