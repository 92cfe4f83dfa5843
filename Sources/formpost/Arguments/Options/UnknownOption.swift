import FormEncoding

/// The errors for options that the table does not have, and what to write in place of those of other
/// commands.
enum UnknownOption {
    typealias Row = (names: String, remedy: String?)

    static func long(_ name: ArraySlice<UInt8>) -> UsageError {
        let option = ByteString(bytes: Array("--".utf8) + name)
        let text = String(decoding: name, as: UTF8.self)
        let positive = text.hasPrefix("no-") ? String(text.dropFirst(3)) : text
        if let remedy = ofCurl["--" + positive] { return .curlOption("--" + text, remedy: remedy) }
        if let remedy = ofOthers["--" + text] ?? nil {
            return .foreignOption("--" + text, remedy: remedy)
        }
        if name.count == 1, let letter = name.first, let row = OptionTable.row(short: letter) {
            return .unknownOption(option, suggestion: row.shortName)
        }
        let isTemplate = text.hasPrefix(OptionTable.expanding)
        let nearest = Suggestion.nearest(
            to: (isTemplate ? String(text.dropFirst(OptionTable.expanding.count)) : text)
                .lowercased(), among: OptionTable.longNames)
        return .unknownOption(
            option,
            suggestion: nearest.map { "--" + (isTemplate ? OptionTable.expanding : "") + $0 })
    }

    /// A long name with one dash (`-insecure`), which would be a pack of short options, or a value of
    /// one; `nil` if it is none.
    static func singleDash(_ pack: ArraySlice<UInt8>) -> UsageError? {
        let name = String(decoding: pack.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        guard name.utf8.count > 2, OptionTable.row(long: name) != nil else { return nil }
        return .unknownOption(ByteString("-" + name), suggestion: "--" + name)
    }

    static func short(_ letter: UInt8) -> UsageError {
        let option = ByteString(bytes: [UInt8(ascii: "-"), letter])
        guard let remedy = ofCurl[option.description] else {
            return .unknownOption(option, suggestion: nil)
        }
        return .curlOption(option.description, remedy: remedy)
    }

    /// The remedies for options of curl 7.88.1 that formpost does not have, by their names with dashes; `nil`
    /// where there is none. `OptionTable.accepted` has those that can make no difference.
    static let ofCurl = remedies(curlRows)

    /// The remedies for options of HTTPie, xh, wget and Python's requests.
    static let ofOthers = remedies(otherRows)

    private static func remedies(_ rows: [Row]) -> [String: String?] {
        Dictionary(
            rows.flatMap { row in row.names.split(separator: " ").map { ("\($0)", row.remedy) } },
            uniquingKeysWith: { first, _ in first })
    }

    static let curlRows: [Row] = [
        ("-C --continue-at", "write --resumable or --tus to send what the server has not got"),
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

    static let otherRows: [Row] = [
        ("--timeout", "-m limits each attempt, --connect-timeout the connection"),
        ("--auth", "write -u user:password"),
        ("--token --bearer", "write --oauth2-bearer token"),
        (
            "--verify",
            "certificates are verified by default; -k accepts any, --cacert file trusts what is in it"
        ),
        (
            "--no-check-certificate",
            "-k accepts any certificate, --cacert file trusts what is in it"
        ),
        ("--follow", "write -L"),
        ("--method", "write -X method"),
        ("--quiet", "write -s, with -S to see errors and warnings"),
        ("--offline", "write --dry-run"),
        ("--field", "write -F name=text"),
        ("--file --files", "write -F name=@file"),
        ("--multipart", "leave it out: -F sends multipart/form-data"),
        ("--session", "write -b file -c file to keep cookies"),
        ("--check-status", "leave it out: a status other than 2xx is a failure by default"),
        ("--print", "-i prints the response headers, -v the request as well"),
        ("--output-document", "write -o file"),
        ("--post-data --body-data", "write -d data"),
        ("--post-file --body-file", "write --data-binary @file, or -F name=@file for a form"),
        ("--tries", "write --retry number"),
    ]
}
