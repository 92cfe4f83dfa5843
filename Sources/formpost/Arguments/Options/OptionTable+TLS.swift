import FormEncoding

extension OptionTable {
    static let tls: [OptionSpec] = trust + identity + versions

    private static let trust: [OptionSpec] = [
        .flag("insecure", short: "k", as: .common, "Accept any server certificate") {
            $0.tls.isInsecure = $1
        },
        .value("cacert", "file", .inputFile, "CA certificates to trust (PEM)") {
            $0.tls.caCertificates = $1
        },
        .passedText(
            "capath", "dir", .directory, to: .caPath, "Directory of trusted CA certificates"
        ),
        .passedText(
            "crlfile", "file", .inputFile, to: .revocationList, "Certificate revocation list (PEM)"
        ),
        .passedText(
            "pinnedpubkey", "file|hashes", .nonEmpty(.publicKey), to: .pinnedPublicKey,
            "Public key that the server must have"
        ),
        .passedFlag(
            "cert-status", to: .verifyStatus, "Require a valid OCSP response from the server"
        ),
        .passedFlag(
            "ssl-no-revoke", to: .tlsOptions, on: 2, "Do not check certificates for revocation"
        ),
    ]

    private static let identity: [OptionSpec] = [
        .value("cert", short: "E", "file[:password]", .certificate, "Client certificate to present")
        {
            $0.pass(.certificate, .string($1.file))
            if let password = $1.password {
                $0.pass(.keyPassword, .string(password))
            }
        }.hiding(.passphrase, as: "PASSPHRASE"),
        .passedText(
            "cert-type", "type", .keyword(["PEM", "DER", "P12", "ENG"]), to: .certificateType,
            "Format of the client certificate"
        ),
        .passedText("key", "file", .inputFile, to: .key, "Private key of the client certificate"),
        .passedText(
            "key-type", "type", .keyword(["PEM", "DER", "ENG"]), to: .keyType,
            "Format of the private key"
        ),
        .passedText("pass", "phrase", to: .keyPassword, "Passphrase of the private key")
            .hiding(as: "PASSPHRASE"),
    ]

    /// `CURL_SSLVERSION_…`; the newest in the upper 16 bits.
    private static let versions: [OptionSpec] = [
        leastVersion("tlsv1", short: "1", 1, "Use TLS 1.0 or newer"),
        leastVersion("tlsv1.0", 4, "Use TLS 1.0 or newer"),
        leastVersion("tlsv1.1", 5, "Use TLS 1.1 or newer"),
        leastVersion("tlsv1.2", 6, "Use TLS 1.2 or newer"),
        leastVersion("tlsv1.3", 7, "Use TLS 1.3 or newer"),
        .value(
            "tls-max", "version",
            .oneOf(["default": 1, "1.0": 4, "1.1": 5, "1.2": 6, "1.3": 7]),
            "Newest TLS version to use"
        ) {
            $0.tls.newestVersion = $1
            $0.passTLSVersions()
        },
        .passedText("ciphers", "list", to: .ciphers, "Ciphers up to TLS 1.2"),
        .passedText("tls13-ciphers", "list", to: .tls13Ciphers, "Ciphers for TLS 1.3"),
        .passedText("curves", "list", to: .curves, "Curves for the key exchange"),
        .passedFlag("alpn", to: .alpn, "Negotiate the HTTP version with ALPN (default)"),
    ]

    private static func leastVersion(
        _ long: String, short: Unicode.Scalar? = nil, _ number: Int64, _ help: String
    ) -> OptionSpec {
        .command(long, short: short, help) {
            $0.tls.oldestVersion = number
            $0.passTLSVersions()
        }
    }
}

extension Settings {
    fileprivate mutating func passTLSVersions() {
        pass(.sslVersion, .number(tls.oldestVersion | tls.newestVersion << 16))
    }
}
