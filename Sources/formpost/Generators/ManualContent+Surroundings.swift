/// The environment and the files of the command.
extension ManualContent {
    static let environment: [FormGrammar.Entry] = [
        (
            "http_proxy, https_proxy, all_proxy",
            "The proxy for URLs of a scheme, or for all; also in capitals, apart from the first."
        ),
        (
            "no_proxy",
            "Hosts that are reached without a proxy, with commas between; also in capitals."
        ),
        ("CURL_CA_BUNDLE, SSL_CERT_FILE", "A file of trusted certificates, as for `--cacert`."),
        ("SSL_CERT_DIR", "A directory of trusted certificates, as for `--capath`."),
        ("NETRC", "The file of logins for `-n`, instead of `~/.netrc`."),
        ("FORMPOST_HOME, XDG_CONFIG_HOME, HOME", "Where the configuration file is; see FILES."),
        ("TMPDIR", "The directory of temporary files, instead of `/tmp`."),
        ("NO_COLOR", "If it is set, nothing is coloured."),
    ]

    static let files: [FormGrammar.Entry] = [
        ("$FORMPOST_HOME/.formpostrc", "The default configuration file, if it is there; or else"),
        ("$XDG_CONFIG_HOME/formpostrc", "this one; or else"),
        ("~/.formpostrc", "this one; or else"),
        ("~/.config/formpostrc", "this one. `-q` as the first argument keeps it from being read."),
        ("~/.netrc", "Logins, for `-n`."),
    ]

    static let configuration = [
        """
        A configuration file, the default one or one named by `-K`, has an option a line. Long \
        names may stand without their dashes, and then a blank, `=` or `:` comes before the value; \
        behind an option with dashes only a blank does. A line that begins with `#` is a comment. \
        A value with blanks stands between double quotes, in which `\\t`, `\\n`, `\\r` and `\\v` are \
        escapes, and a backslash before anything else stands for that. The URL is the value of \
        `url`. Options of the file count where it is named, those of the default file first.
        """
    ]

    static let configurationExample = [
        "# upload to our own server",
        "url = https://example.com/upload",
        "header = \"Authorization: Bearer abc\"",
        "form = \"reqtype=fileupload\"",
        "-F file=@img.png",
        "retry 3",
        "fail",
    ]
}
