extension OptionTable {
    static let tls: [OptionSpec] = trust + identity + versions

    private static let trust: [OptionSpec] = [
        .flag("insecure", short: "k", as: .common, \.tls.isInsecure),
        .value("cacert", "file", .inputFile, \.tls.caCertificates),
        .passedText("capath", "dir", .directory, to: .caPath),
        .passedText("crlfile", "file", .inputFile, to: .revocationList),
        .passedText("pinnedpubkey", "file|hashes", .nonEmpty(.publicKey), to: .pinnedPublicKey),
        .passedFlag("cert-status", to: .verifyStatus),
        .passedFlag("ssl-no-revoke", to: .tlsOptions, on: 2),
    ]

    private static let identity: [OptionSpec] = [
        .value("cert", short: "E", "file[:password]", .certificate) {
            $0.pass(.certificate, .string($1.file))
            if let password = $1.password {
                $0.pass(.keyPassword, .string(password))
            }
        }.hiding(.passphrase, as: "PASSPHRASE"),
        .passedText(
            "cert-type", "type", .keyword(["PEM", "DER", "P12", "ENG"]), to: .certificateType),
        .passedText("key", "file", .inputFile, to: .key),
        .passedText("key-type", "type", .keyword(["PEM", "DER", "ENG"]), to: .keyType),
        .passedText("pass", "phrase", to: .keyPassword)
            .hiding(as: "PASSPHRASE"),
    ]

    /// `CURL_SSLVERSION_…`; the newest in the upper 16 bits.
    private static let versions: [OptionSpec] = [
        leastVersion("tlsv1", short: "1", 1),
        leastVersion("tlsv1.0", 4),
        leastVersion("tlsv1.1", 5),
        leastVersion("tlsv1.2", 6),
        leastVersion("tlsv1.3", 7),
        .value(
            "tls-max", "version", .oneOf(["default": 1, "1.0": 4, "1.1": 5, "1.2": 6, "1.3": 7])
        ) {
            $0.tls.newestVersion = $1
            $0.passTLSVersions()
        },
        .passedText("ciphers", "list", to: .ciphers),
        .passedText("tls13-ciphers", "list", to: .tls13Ciphers),
        .passedText("curves", "list", to: .curves),
        .passedFlag("alpn", to: .alpn),
    ]

    private static func leastVersion(
        _ long: String, short: Unicode.Scalar? = nil, _ number: Int64
    ) -> OptionSpec {
        .command(long, short: short) {
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
