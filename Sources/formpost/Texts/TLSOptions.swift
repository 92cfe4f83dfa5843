extension Texts {
    /// The options about TLS.
    static let tlsOptions = #"""
        # insecure
        Neither the issuer nor the name of the certificate is verified, so anyone in between can
        read and change the upload. For a server with a self-signed certificate, `--cacert` is the
        better choice. By default certificates are verified; a failure causes exit status 60.

        # cacert
        The file takes the place of the system's file. A libcurl that was built with a directory of
        certificates (Debian's) trusts that, too, as with curl. The variables `CURL_CA_BUNDLE` and
        `SSL_CERT_FILE` also name such a file. A file that cannot be read causes exit status 77.
        Example: `--cacert our-ca.pem`.

        # capath
        PEM files under the names that `openssl rehash` gives them. The variable `SSL_CERT_DIR` also
        names such a directory. Both also count for an https proxy. By default the system's
        certificates are used.

        # crlfile
        A certificate on the list, of the server or of an https proxy, is rejected with exit status
        60. By default no list is used.

        # pinnedpubkey
        A file with the public key, in PEM or DER; or SHA-256 hashes in base64, each after
        `sha256//` and separated by semicolons, one of which must match. A server with another key
        causes exit status 90, even with `-k`. By default any key is accepted. Example: `--pinnedpubkey
        'sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE='`.

        # cert-status
        The server must send it with the handshake (OCSP stapling); if it is missing or invalid, the
        certificate is rejected with exit status 91. Off by default.

        # ssl-no-revoke
        Only a libcurl with Windows' Schannel checks this by default; with others the option changes
        nothing.

        # cert
        A file, optionally followed by a colon and the passphrase of its key; write a colon in the
        name of the file as `\:`. The file is PEM unless `--cert-type` says otherwise, and may also
        contain the key. A `pkcs11:` URI is not split at colons. A certificate that cannot be used
        causes exit status 58. The passphrase is removed from the process list. Example: `-E
        client.pem:secret --key client.key`.

        # cert-type
        The default is PEM. `P12` is a PKCS #12 file with certificate and key; `ENG` is for a
        `pkcs11:` URI. Letter case does not matter.

        # key
        By default the key is in the file of `--cert`. It can also be a `pkcs11:` URI. Example:
        `--cert client.pem --key client.key`.

        # key-type
        The default is PEM; `ENG` is for a `pkcs11:` URI. Letter case does not matter.

        # pass
        By default formpost asks for it on the terminal if the key needs one. The value is removed
        from the process list. A key of a `pkcs11:` URI has its PIN here or in the URI
        (`pin-value=`).

        # tls-max
        The default is the newest that libcurl supports. Example: `--tls-max 1.2`.

        # ciphers
        A colon-separated list with the names of libcurl's TLS library. By default the library
        chooses. Example: `--ciphers ECDHE-RSA-AES256-GCM-SHA384`.

        # tls13-ciphers
        A colon-separated list. By default the TLS library chooses. Example: `--tls13-ciphers
        TLS_AES_256_GCM_SHA384`.

        # curves
        A colon-separated list with the names of libcurl's TLS library. By default the library
        chooses. Example: `--curves X25519:P-256`.

        # alpn
        With `--no-alpn`, HTTP/2 is not offered in the TLS handshake.

        # tlsv1, tlsv1.0, tlsv1.1, tlsv1.2, tlsv1.3
        The last of the options `--tlsv1` to `--tlsv1.3` counts. By default the oldest version is
        the one that libcurl's TLS library allows. `--tls-max` sets the newest.
        """#
}
