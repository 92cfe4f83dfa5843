extension OptionTable {
    /// Options of curl that are accepted because they can make no difference here, so that an alias
    /// and a `.curlrc` work. `CurlDifferences` lists them in place of help and the manual.
    static let accepted: [OptionSpec] = AcceptedOptions.all.flatMap { kind in
        kind.flags.map { accepted($0, short: kind.letters[$0]) }
            + kind.values.map { accepted($0, takes: "text") }
    }

    private static func accepted(
        _ name: String, short: Unicode.Scalar? = nil, takes argument: String? = nil
    ) -> OptionSpec {
        OptionSpec(
            name, short: short, argument.map { .required($0) } ?? .none, as: .hidden,
            "Accepted because curl has it, without effect", isNegatable: argument == nil,
            effect: .operation { _, _ in })
    }
}

/// Options of curl that formpost accepts without effect, of one kind.
struct AcceptedOptions: Sendable {
    /// The subject of the options, in the table of differences.
    let subject: String
    /// Without values.
    var flags: [String] = []
    /// With values.
    var values: [String] = []
    /// The short options, by long name.
    var letters: [String: Unicode.Scalar] = [:]
    /// The effect of the options in curl: a part of a sentence whose subject is curl.
    let curl: String
    /// Why they have no effect; a part of a sentence.
    let reason: String

    static let all = [
        AcceptedOptions(
            subject: "`{a,b}` and `[1-9]` in a URL or in `-T`, `#1` in `-o`",
            flags: ["globoff"], letters: ["globoff": "g"],
            curl: "makes a request of each, and names its file after it",
            reason: "a URL is what was typed; `--each` sends many files, and `--url @list` has "
                + "many URLs"),
        AcceptedOptions(
            subject: "how `-i` prints headers",
            flags: ["styled-output", "suppress-connect-headers"],
            curl: "can print them bold, or leave out those of a proxy's CONNECT",
            reason: "headers are printed plain, and those of a proxy's CONNECT never"),
        AcceptedOptions(
            subject: "TLS sessions",
            flags: ["sessionid"], curl: "keeps them, or with `--no-sessionid` does not",
            reason: "TLS sessions end with the command"),
        AcceptedOptions(
            subject: "a login of a proxy",
            flags: ["proxy-basic", "socks5-basic"], curl: "can choose Basic",
            reason: "formpost logs in to a proxy by a password"),
        AcceptedOptions(
            subject: "the file of `-o`",
            flags: ["remote-time", "xattr"], letters: ["remote-time": "R"],
            curl: "can give it the server's time, or the URL as an attribute",
            reason: "the file of a response has the time at which it was written, and no attributes"
        ),
        AcceptedOptions(
            subject: "obsolete options",
            flags: [
                "npn", "ssl-auto-client-cert", "ssl-revoke-best-effort",
                "proxy-ssl-auto-client-cert",
            ],
            values: ["egd-file", "random-file"],
            curl: "ignores them, in current versions or on Linux",
            reason: "current versions of curl ignore them, or they have no effect on Linux"),
        AcceptedOptions(
            subject: "logins that formpost does not have",
            flags: ["sasl-ir"],
            values: [
                "delegation", "krb", "login-options", "sasl-authzid", "service-name",
                "proxy-service-name", "socks5-gssapi-service",
            ],
            curl: "logs in by Kerberos or to mail servers",
            reason: "formpost has no such login"),
        AcceptedOptions(
            subject: "options of other protocols",
            flags: [
                "compressed-ssh", "disable-eprt", "disable-epsv", "ftp-create-dirs", "ftp-pasv",
                "ftp-pret", "ftp-skip-pasv-ip", "ftp-ssl-ccc", "ftp-ssl-control",
                "mail-rcpt-allowfails", "tftp-no-options",
            ],
            values: [
                "ftp-account", "ftp-alternative-to-user", "ftp-method", "ftp-ssl-ccc-mode",
                "hostpubmd5", "hostpubsha256", "pubkey", "tftp-blksize",
            ],
            curl: "makes no use of them by HTTP", reason: "formpost speaks only http and https"),
    ]
}
