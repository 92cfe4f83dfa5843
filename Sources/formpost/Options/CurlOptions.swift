/// Options of curl that formpost does not have, with their replacements.
enum CurlOptions {
    /// Whether this is an option of curl 7.88.1 that formpost does not have; the name has its
    /// dashes.
    static func has(_ option: String) -> Bool { table[option] != nil }

    /// The replacement of an option; `nil` if there is none.
    static func remedy(for option: String) -> String? { table[option] ?? nil }

    private static let table: [String: String?] = {
        var table: [String: String?] = [:]
        for (names, remedy) in rows {
            for name in names.split(separator: " ") { table.updateValue(remedy, forKey: "\(name)") }
        }
        return table
    }()

    static let rows: [(names: String, remedy: String?)] = [
        ("-C --continue-at", "an upload always sends the whole body"),
        ("-I --head", "write -X HEAD -i"),
        ("-O --remote-name --remote-name-all -J --remote-header-name", "name the file: -o file"),
        ("-R --remote-time", "set the time with touch(1)"),
        ("-r --range", "a response is always read as a whole"),
        ("-a --append -B --use-ascii --crlf", "a file is uploaded as it is"),
        ("-z --time-cond --etag-compare --etag-save", "use -H, as in -H 'If-Match: \"tag\"'"),
        ("-M --manual", "use man formpost, or --generate man"),
        ("-2 --sslv2 -3 --sslv3", "SSL is not secure; --tlsv1.2 is the oldest version in use"),
        ("--ssl --ssl-reqd", "write an https:// URL"),
        ("--proto-default", "write the scheme in the URL"),
        ("--disallow-username-in-url", "leave the login out of the URL"),
        ("--create-file-mode", "set the mode with umask(1) or chmod(1)"),
        ("--xattr --libcurl --metalink", nil),
        ("--sessionid", "leave it out: formpost forgets TLS sessions when it ends"),
        ("--negotiate --ntlm --ntlm-wb --delegation --krb --aws-sigv4", loginMethods),
        ("--login-options --sasl-authzid --sasl-ir --service-name", loginMethods),
        ("--tlsauthtype --tlspassword --tlsuser", "--cert presents a client certificate"),
        ("--socks4 --socks4a", "use -x socks4://host:port or -x socks4a://host:port"),
        ("--socks5-basic", "use -x socks5://user:password@host:port"),
        ("--socks5-gssapi --socks5-gssapi-nec --socks5-gssapi-service", nil),
        ("--proxy1.0", "use -x http://host:port"),
        (
            "--proxy-anyauth --proxy-basic --proxy-digest --proxy-negotiate --proxy-ntlm",
            "-U logs in to a proxy with Basic"
        ),
        ("--proxy-service-name --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser", nil),
        ("--proxy-capath --proxy-crlfile --proxy-pinnedpubkey", "--proxy-cacert names a file"),
        ("--proxy-cert --proxy-cert-type --proxy-key --proxy-key-type --proxy-pass", nil),
        ("--proxy-ciphers --proxy-tls13-ciphers --proxy-tlsv1", nil),
        ("--proxy-ssl-allow-beast --proxy-ssl-auto-client-cert", nil),
        ("--ssl-allow-beast --ssl-auto-client-cert --ssl-revoke-best-effort", nil),
        ("--false-start --npn --engine --egd-file --random-file", nil),
        ("--alt-svc --hsts", "write an https:// URL"),
        ("--http0.9 --ignore-content-length --raw --tr-encoding", nil),
        ("--http3-only", "use --http3"),
        ("--styled-output --suppress-connect-headers", "leave it out: formpost prints neither"),
        ("--dns-interface --dns-ipv4-addr --dns-ipv6-addr", "--dns-servers names servers"),
        ("--doh-cert-status --doh-insecure", nil),
        ("--happy-eyeballs-timeout-ms", "-4 and -6 choose the kind of address"),
        ("--haproxy-protocol", nil),
        ("-l --list-only -P --ftp-port -Q --quote -t --telnet-option", protocols),
        ("--compressed-ssh --disable-eprt --disable-epsv --ftp-account", protocols),
        ("--ftp-alternative-to-user --ftp-create-dirs --ftp-method --ftp-pasv", protocols),
        ("--ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode", protocols),
        ("--ftp-ssl-control --hostpubmd5 --hostpubsha256 --mail-auth --mail-from", protocols),
        ("--mail-rcpt --mail-rcpt-allowfails --pubkey --tftp-blksize", protocols),
        ("--tftp-no-options", protocols),
    ]

    private static let loginMethods =
        "--basic, --digest and --oauth2-bearer are the ways to log in; for others use curl"
    private static let protocols = "formpost speaks only http and https; use curl"
}
