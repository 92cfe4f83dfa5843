#if os(Linux)
    import FormEncoding

    extension PassedRow {
        static let trust = [
            PassedRow("-k", or: "--insecure", tells: ["SSL_VERIFYPEER 0", "SSL_VERIFYHOST 0"]),
            PassedRow("-k", "--no-insecure", tells: []),
            PassedRow("--cacert", "c.pem", tells: ["CAINFO c.pem"]),
            PassedRow("--capath", "dir", tells: ["CAPATH dir"]),
            PassedRow("--crlfile", "r.pem", tells: ["CRLFILE r.pem"]),
            PassedRow("--pinnedpubkey", "sha256//x", tells: ["PINNEDPUBLICKEY sha256//x"]),
            PassedRow("--cert-status", tells: ["SSL_VERIFYSTATUS 1"]),
            PassedRow("--cert-status", "--no-cert-status", tells: ["SSL_VERIFYSTATUS 0"]),
            PassedRow("--ssl-no-revoke", tells: ["SSL_OPTIONS 2"]),
            PassedRow("--ssl-no-revoke", "--no-ssl-no-revoke", tells: ["SSL_OPTIONS 0"]),
            PassedRow(in: ["CURL_CA_BUNDLE": "/bundle"], tells: ["CAINFO /bundle"]),
            PassedRow(in: ["SSL_CERT_FILE": "/file"], tells: ["CAINFO /file"]),
            PassedRow(in: ["SSL_CERT_DIR": "/dir"], tells: ["CAPATH /dir"]),
            PassedRow(
                in: ["SSL_CERT_DIR": "/dir", "SSL_CERT_FILE": "/file"],
                tells: ["CAINFO /file", "CAPATH /dir"]),
            PassedRow(in: everyVariable, tells: ["CAINFO /bundle"]),
            PassedRow(
                in: ["SSL_CERT_DIR": "", "SSL_CERT_FILE": "", "CURL_CA_BUNDLE": ""], tells: []),
            PassedRow("--cacert", "c.pem", in: everyVariable, tells: ["CAINFO c.pem"]),
            PassedRow("--capath", "dir", in: everyVariable, tells: ["CAPATH dir"]),
            PassedRow("-k", in: everyVariable, tells: ["SSL_VERIFYPEER 0", "SSL_VERIFYHOST 0"]),
        ]

        private static let everyVariable: [String: ByteString] = [
            "CURL_CA_BUNDLE": "/bundle", "SSL_CERT_DIR": "/dir", "SSL_CERT_FILE": "/file",
        ]

        static let identity = [
            PassedRow("-E", "c.pem", or: "--cert", tells: ["SSLCERT c.pem"]),
            PassedRow("-E", "c.pem:phrase", tells: ["SSLCERT c.pem", "KEYPASSWD phrase"]),
            PassedRow("-E", "c\\:.pem", tells: ["SSLCERT c:.pem"]),
            PassedRow("--cert-type", "DER", tells: ["SSLCERTTYPE DER"]),
            PassedRow("--key", "k.pem", tells: ["SSLKEY k.pem"]),
            PassedRow("--key-type", "DER", tells: ["SSLKEYTYPE DER"]),
            PassedRow("--pass", "phrase", tells: ["KEYPASSWD phrase"]),
        ]

        /// The newest version stands in the upper 16 bits: 6 << 16 is 393216.
        static let tlsVersions = [
            PassedRow("-1", or: "--tlsv1", tells: ["SSLVERSION 1"]),
            PassedRow("--tlsv1.0", tells: ["SSLVERSION 4"]),
            PassedRow("--tlsv1.1", tells: ["SSLVERSION 5"]),
            PassedRow("--tlsv1.2", tells: ["SSLVERSION 6"]),
            PassedRow("--tlsv1.3", tells: ["SSLVERSION 7"]),
            PassedRow("--tls-max", "default", tells: ["SSLVERSION 65536"]),
            PassedRow("--tls-max", "1.0", tells: ["SSLVERSION 262144"]),
            PassedRow("--tls-max", "1.1", tells: ["SSLVERSION 327680"]),
            PassedRow("--tls-max", "1.2", tells: ["SSLVERSION 393216"]),
            PassedRow("--tls-max", "1.3", tells: ["SSLVERSION 458752"]),
            PassedRow("--tls-max", "1.3", "--tlsv1.2", tells: ["SSLVERSION 458758"]),
            PassedRow("--tlsv1.2", "--tls-max", "1.3", tells: ["SSLVERSION 458758"]),
            PassedRow("--ciphers", "A:B", tells: ["SSL_CIPHER_LIST A:B"]),
            PassedRow("--tls13-ciphers", "C", tells: ["TLS13_CIPHERS C"]),
            PassedRow("--curves", "X25519", tells: ["SSL_EC_CURVES X25519"]),
            PassedRow("--alpn", tells: ["SSL_ENABLE_ALPN 1"]),
            PassedRow("--no-alpn", tells: ["SSL_ENABLE_ALPN 0"]),
        ]
    }
#endif
