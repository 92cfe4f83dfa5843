extension Texts {
    /// The options about TLS.
    static let tlsOptions = #"""
        # insecure
        Neither the issuer nor the name of the certificate is verified, so anyone between can read
        and change what is sent. For a server with a certificate of its own, `--cacert` is the
        better choice. By default certificates are verified; one that fails is exit status 60.

        # cacert
        The file takes the place of the system's certificates. The variables `CURL_CA_BUNDLE` and
        `SSL_CERT_FILE` name one, too. A file that cannot be read is exit status 77. Example:
        `--cacert our-ca.pem`.

        # capath
        PEM files under the names that `openssl rehash` gives them. The variable `SSL_CERT_DIR`
        names one, too. By default the system's certificates are used.

        # crlfile
        A server certificate that is in the list is refused, exit status 60. By default none is
        used.

        # pinnedpubkey
        A file with the public key, in PEM or DER; or SHA-256 hashes of it in base64, each after
        `sha256//`, with semicolons between, of which one must match. A server with another key is
        exit status 90, even with `-k`. By default any key is accepted. Example: `--pinnedpubkey
        'sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE='`.

        # cert-status
        The server must send it with the handshake (OCSP stapling); without one, or with a bad one,
        the certificate is refused, exit status 91. Off by default.

        # ssl-no-revoke
        Only a libcurl that uses Windows' Schannel checks this by default; with others it changes
        nothing.

        # cert
        A file, and after a colon the passphrase of its key; a colon in the name of the file is
        written `\:`. The file is PEM unless `--cert-type` says otherwise, and may also hold the
        key. A `pkcs11:` URI is taken whole. A certificate that cannot be used is exit status 58.
        The passphrase is removed from the list of processes. Example: `-E client.pem:secret --key
        client.key`.

        # cert-type
        The default is PEM. `P12` is a PKCS #12 file with certificate and key; `ENG` is for a
        `pkcs11:` URI. Letter case does not matter.

        # key
        By default the key is in the file of `--cert`. A `pkcs11:` URI is possible, too. Example:
        `--cert client.pem --key client.key`.

        # key-type
        The default is PEM; `ENG` is for a `pkcs11:` URI. Letter case does not matter.

        # pass
        By default libcurl's TLS library asks for it on the terminal if the key needs one. The value
        is removed from the list of processes.

        # tls-max
        The default is the newest that libcurl has. Example: `--tls-max 1.2`.

        # ciphers
        A list with colons, with the names of libcurl's TLS library. By default the library chooses.
        Example: `--ciphers ECDHE-RSA-AES256-GCM-SHA384`.

        # tls13-ciphers
        A list with colons. By default the TLS library chooses. Example: `--tls13-ciphers
        TLS_AES_256_GCM_SHA384`.

        # curves
        A list with colons, with the names of libcurl's TLS library. By default the library chooses.
        Example: `--curves X25519:P-256`.

        # alpn
        With `--no-alpn`, HTTP/2 is not offered in the TLS handshake.

        # tlsv1, tlsv1.0, tlsv1.1, tlsv1.2, tlsv1.3
        Of the options `--tlsv1` to `--tlsv1.3` the last one counts. By default the oldest version
        is the one that libcurl's TLS library allows. `--tls-max` sets the newest.
        """#
}
