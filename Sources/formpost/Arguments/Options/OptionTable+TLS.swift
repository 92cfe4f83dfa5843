import FormEncoding

extension OptionTable {
    static let tls: [OptionSpec] = trust + identity + versions

    private static let trust: [OptionSpec] = [
        .flag("insecure", short: "k", as: .common, "Accept any server certificate") {
            $0.tls.isInsecure = $1
        }.explained(
            """
            Neither the issuer nor the name of the certificate is verified, so anyone \
            between can read and change what is sent. For a server with a certificate of its \
            own, `--cacert` is the better choice. By default certificates are verified; one \
            that fails is exit status 60.
            """),
        .value("cacert", "file", .inputFile, "CA certificates to trust (PEM)") {
            $0.tls.caCertificates = $1
        }.explained(
            """
            The file takes the place of the system's certificates. The variables \
            `CURL_CA_BUNDLE` and `SSL_CERT_FILE` name one, too. A file that cannot be read \
            is exit status 77. Example: `--cacert our-ca.pem`.
            """),
        .passedText(
            "capath", "dir", .directory, to: .caPath, "Directory of trusted CA certificates"
        ).explained(
            """
            PEM files under the names that `openssl rehash` gives them. The variable \
            `SSL_CERT_DIR` names one, too. By default the system's certificates are used.
            """),
        .passedText(
            "crlfile", "file", .inputFile, to: .revocationList, "Certificate revocation list (PEM)"
        ).explained(
            """
            A server certificate that is in the list is refused, exit status 60. By default \
            none is used.
            """),
        .passedText(
            "pinnedpubkey", "file|hashes", .nonEmpty(.publicKey), to: .pinnedPublicKey,
            "Public key that the server must have"
        ).explained(
            """
            A file with the public key, in PEM or DER; or SHA-256 hashes of it in base64, \
            each after `sha256//`, with semicolons between, of which one must match. A \
            server with another key is exit status 90, even with `-k`. By default any key is \
            accepted. Example: `--pinnedpubkey \
            'sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE='`.
            """),
        .passedFlag(
            "cert-status", to: .verifyStatus, "Require a valid OCSP response from the server"
        ).explained(
            """
            The server must send it with the handshake (OCSP stapling); without one, or with \
            a bad one, the certificate is refused, exit status 91. Off by default.
            """),
        .passedFlag(
            "ssl-no-revoke", to: .tlsOptions, on: 2, "Do not check certificates for revocation"
        ).explained(
            """
            Only a libcurl that uses Windows' Schannel checks this by default; with others \
            it changes nothing.
            """),
    ]

    private static let identity: [OptionSpec] = [
        .value("cert", short: "E", "file[:password]", .certificate, "Client certificate to present")
        {
            $0.pass(.certificate, .string($1.file))
            if let password = $1.password {
                $0.pass(.keyPassword, .string(password))
            }
        }.hiding(.passphrase, as: "PASSPHRASE").explained(
            """
            A file, and after a colon the passphrase of its key; a colon in the name of the \
            file is written `\\:`. The file is PEM unless `--cert-type` says otherwise, and \
            may also hold the key. A `pkcs11:` URI is taken whole. A certificate that cannot \
            be used is exit status 58. The passphrase is removed from the list of processes. \
            Example: `-E client.pem:secret --key client.key`.
            """),
        .passedText(
            "cert-type", "type", .keyword(["PEM", "DER", "P12", "ENG"]), to: .certificateType,
            "Format of the client certificate"
        ).explained(
            """
            The default is PEM. `P12` is a PKCS #12 file with certificate and key; `ENG` is \
            for a `pkcs11:` URI. Letter case does not matter.
            """),
        .passedText("key", "file", .inputFile, to: .key, "Private key of the client certificate")
            .explained(
                """
                By default the key is in the file of `--cert`. A `pkcs11:` URI is possible, too. \
                Example: `--cert client.pem --key client.key`.
                """),
        .passedText(
            "key-type", "type", .keyword(["PEM", "DER", "ENG"]), to: .keyType,
            "Format of the private key"
        ).explained(
            "The default is PEM; `ENG` is for a `pkcs11:` URI. Letter case does not matter."),
        .passedText("pass", "phrase", to: .keyPassword, "Passphrase of the private key")
            .hiding(as: "PASSPHRASE").explained(
                """
                By default libcurl's TLS library asks for it on the terminal if the key needs \
                one. The value is removed from the list of processes.
                """),
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
        }.explained("The default is the newest that libcurl has. Example: `--tls-max 1.2`."),
        .passedText("ciphers", "list", to: .ciphers, "Ciphers up to TLS 1.2").explained(
            """
            A list with colons, with the names of libcurl's TLS library. By default the \
            library chooses. Example: `--ciphers ECDHE-RSA-AES256-GCM-SHA384`.
            """),
        .passedText("tls13-ciphers", "list", to: .tls13Ciphers, "Ciphers for TLS 1.3").explained(
            """
            A list with colons. By default the TLS library chooses. Example: \
            `--tls13-ciphers TLS_AES_256_GCM_SHA384`.
            """),
        .passedText("curves", "list", to: .curves, "Curves for the key exchange").explained(
            """
            A list with colons, with the names of libcurl's TLS library. By default the \
            library chooses. Example: `--curves X25519:P-256`.
            """),
        .passedFlag("alpn", to: .alpn, "Negotiate the HTTP version with ALPN (default)").explained(
            "With `--no-alpn`, HTTP/2 is not offered in the TLS handshake."),
    ]

    private static func leastVersion(
        _ long: String, short: Unicode.Scalar? = nil, _ number: Int64, _ help: String
    ) -> OptionSpec {
        .command(long, short: short, help) {
            $0.tls.oldestVersion = number
            $0.passTLSVersions()
        }.explained(
            """
            Of the options `--tlsv1` to `--tlsv1.3` the last one counts. By default the oldest \
            version is the one that libcurl's TLS library allows. `--tls-max` sets the newest.
            """)
    }
}

extension Settings {
    fileprivate mutating func passTLSVersions() {
        pass(.sslVersion, .number(tls.oldestVersion | tls.newestVersion << 16))
    }
}
