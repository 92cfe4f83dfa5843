import FormEncoding
import FormUpload

/// Checks the files of `--cacert`, `--cert` and `--key` early: libcurl opens them only after
/// connecting.
///
/// Checks that need OpenSSL, such as the passphrase, are left to libcurl.
enum TLSFileCheck {
    /// Why a file cannot be used.
    enum Fact: Equatable {
        case unreadable(errno: Int32)
        case notPEM
        /// A certificate without a private key, where no other file is named.
        case noKey
    }

    /// `authorities` is the option or variable that names the CA certificates.
    static func check(
        _ url: ByteString, _ options: UploadOptions, authorities: String
    ) throws(Failure) {
        guard url.description.lowercased().hasPrefix("https:") else { return }
        if options.verifiesCertificates, let path = options.certificateAuthorities,
            let fact = fact(path)
        {
            throw Failure(77, Messages.badAuthorities(path, of: authorities, fact))
        }
        if let path = options.pemFile(.certificate, type: .certificateType) {
            let needsKey = options.string(.key) == nil
            if let fact = fact(path, needsKey: needsKey) {
                throw Failure(58, Messages.badCertificate(path, fact))
            }
        }
        if let path = options.pemFile(.key, type: .keyType), let fact = fact(path) {
            throw Failure(58, Messages.badKey(path, fact))
        }
    }

    private static func fact(_ path: ByteString, needsKey: Bool = false) -> Fact? {
        // A pipe can be read only once, and libcurl reads it.
        if path.isFIFO { return nil }
        do throws(InputError) {
            let content = try SmallFile.read(path)
            let has = { (text: String) in content.firstRange(of: Array(text.utf8)) != nil }
            guard has("-----BEGIN ") else { return .notPEM }
            return needsKey && has("-----BEGIN CERTIFICATE") && !has(" PRIVATE KEY-----")
                ? .noKey : nil
        } catch {
            guard case .system(let number) = error, error != .tooLarge else { return nil }
            return .unreadable(errno: number)
        }
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

/// In libcurl's own words, as for failures during the transfer.
extension Messages {
    fileprivate static func badAuthorities(
        _ path: ByteString, of name: String, _ fact: TLSFileCheck.Fact
    ) -> String {
        "error setting certificate file: \(self.path(path)): \(text(fact)) (\(name))"
    }

    fileprivate static func badCertificate(_ path: ByteString, _ fact: TLSFileCheck.Fact) -> String
    {
        fact == .noKey
            ? "\(self.path(path)) has a certificate and no private key: --key file names the key"
            : "could not load PEM client certificate from \(self.path(path)): \(text(fact)) (--cert)"
    }

    fileprivate static func badKey(_ path: ByteString, _ fact: TLSFileCheck.Fact) -> String {
        "unable to set private key file: \(self.path(path)): \(text(fact)) (--key)"
    }

    private static func text(_ fact: TLSFileCheck.Fact) -> String {
        switch fact {
        case .unreadable(let number): reason(number)
        case .notPEM, .noKey: "it contains no PEM data"
        }
    }
}
