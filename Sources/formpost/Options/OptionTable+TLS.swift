import FormEncoding

extension OptionTable {
    static let tls: [OptionSpec] = trust + identity + versions

    private static let trust: [OptionSpec] = [
        .flag("insecure", short: "k", as: .common, "Accept any server certificate") {
            $0.tls.isInsecure = $1
        }.explained(
            """
            Whoever is in between can then read and change what is sent. Try `--cacert` \
            first.
            """),
        .value("cacert", "file", .inputFile, "Trust the certificates in this PEM file") {
            $0.tls.caCertificates = $1
        },
        .passedText("capath", "dir", .directory, to: .caPath, "Trust the certificates in there"),
        .passedText(
            "crlfile", "file", .inputFile, to: .revocationList, "Take this list of revoked ones"),
        .passedText(
            "pinnedpubkey", "file|hashes", .nonEmpty(.publicKey), to: .pinnedPublicKey,
            "Accept this public key only"),
        .passedFlag("cert-status", to: .verifyStatus, "Ask for the certificate's status"),
        .passedFlag("ssl-no-revoke", to: .tlsOptions, on: 2, "Do not check for revocation"),
    ]

    private static let identity: [OptionSpec] = [
        .value("cert", short: "E", "file[:password]", .certificate, "Show this certificate") {
            $0.pass(.certificate, .string($1.file))
            if let password = $1.password {
                $0.pass(.keyPassword, .string(password))
            }
        }.hiding(.passphrase),
        .passedText("cert-type", "PEM|DER|P12", to: .certificateType, "The certificate's format")
            .offering(["PEM", "DER", "P12"]),
        .passedText("key", "file", .inputFile, to: .key, "The certificate's private key"),
        .passedText("key-type", "PEM|DER|ENG", to: .keyType, "The key's format")
            .offering(["PEM", "DER", "ENG"]),
        .passedText("pass", "phrase", to: .keyPassword, "The key's passphrase")
            .hiding(),
    ]

    /// `CURL_SSLVERSION_…`; the newest in the upper 16 bits.
    private static let versions: [OptionSpec] = [
        leastVersion("tlsv1", short: "1", 1, "Speak TLS 1.0 or newer"),
        leastVersion("tlsv1.0", 4, "Speak TLS 1.0 or newer"),
        leastVersion("tlsv1.1", 5, "Speak TLS 1.1 or newer"),
        leastVersion("tlsv1.2", 6, "Speak TLS 1.2 or newer"),
        leastVersion("tlsv1.3", 7, "Speak TLS 1.3 or newer"),
        .value(
            "tls-max", "version",
            .oneOf(["default": 1, "1.0": 4, "1.1": 5, "1.2": 6, "1.3": 7]),
            "Speak this version of TLS at most"
        ) {
            $0.tls.newestVersion = $1
            $0.passTLSVersions()
        },
        .passedText("ciphers", "list", to: .ciphers, "Use these ciphers up to TLS 1.2"),
        .passedText("tls13-ciphers", "list", to: .tls13Ciphers, "Use these ciphers for TLS 1.3"),
        .passedText("curves", "list", to: .curves, "Use these curves for the key exchange"),
        .passedFlag("alpn", to: .alpn, "Offer HTTP/2 in the handshake (default)"),
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
