/// Options of curl that formpost does not have, with their replacements. `OptionTable.accepted` has
/// those that can make no difference.
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
        ("-r --range", "a response is always read as a whole"),
        ("-a --append -B --use-ascii --crlf", "a file is uploaded as it is"),
        ("-z --time-cond --etag-compare --etag-save", "use -H, as in -H 'If-Match: \"tag\"'"),
        ("-M --manual", "use man formpost, or --generate man"),
        ("-2 --sslv2 -3 --sslv3", "SSL is not secure; --tlsv1.2 is the oldest version in use"),
        ("--ssl --ssl-reqd", "write an https:// URL"),
        ("--proto-default", "write the scheme in the URL"),
        ("--disallow-username-in-url", "leave the login out of the URL"),
        ("--create-file-mode", "set the mode with umask(1) or chmod(1)"),
        ("--libcurl --metalink", nil),
        ("--negotiate --ntlm --ntlm-wb --aws-sigv4", loginMethods),
        ("--tlsauthtype --tlspassword --tlsuser", "--cert presents a client certificate"),
        ("--socks4 --socks4a", "use -x socks4://host:port or -x socks4a://host:port"),
        ("--socks5-gssapi --socks5-gssapi-nec", nil),
        ("--proxy1.0", "use -x http://host:port"),
        (
            "--proxy-anyauth --proxy-digest --proxy-negotiate --proxy-ntlm",
            "-U logs in to a proxy with Basic"
        ),
        ("--proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser", nil),
        ("--proxy-capath --proxy-crlfile --proxy-pinnedpubkey", "--proxy-cacert names a file"),
        ("--proxy-cert --proxy-cert-type --proxy-key --proxy-key-type --proxy-pass", nil),
        ("--proxy-ciphers --proxy-tls13-ciphers --proxy-tlsv1", nil),
        ("--proxy-ssl-allow-beast --ssl-allow-beast", nil),
        ("--false-start --engine", nil),
        ("--alt-svc --hsts", "write an https:// URL"),
        ("--http0.9 --ignore-content-length --raw --tr-encoding", nil),
        ("--http3-only", "use --http3"),
        ("--dns-interface --dns-ipv4-addr --dns-ipv6-addr", "--dns-servers names servers"),
        ("--doh-cert-status --doh-insecure", nil),
        ("--happy-eyeballs-timeout-ms", "-4 and -6 choose the kind of address"),
        ("--haproxy-protocol", nil),
        ("-l --list-only -P --ftp-port -Q --quote -t --telnet-option", protocols),
        ("--mail-auth --mail-from --mail-rcpt", protocols),
    ]

    private static let loginMethods =
        "--basic, --digest and --oauth2-bearer are the ways to log in; for others use curl"
    private static let protocols = "formpost speaks only http and https; use curl"
}
