/// The environment and the files of the command.
extension ManualContent {
    static let environment: [FormGrammar.Entry] = FormGrammar.entries(
        """
        http_proxy, https_proxy, all_proxy | The proxy for http, https or all URLs; also in
          capitals, apart from `http_proxy`.
        no_proxy | Hosts to reach without a proxy, as for `--noproxy`; also in capitals.
        CURL_CA_BUNDLE, SSL_CERT_FILE | A file of CA certificates to trust, as for `--cacert`; the
          first has precedence, and `--cacert`, `--capath` and `-k` over both and over the next.
        SSL_CERT_DIR | A directory of CA certificates to trust, as for `--capath`.
        NETRC | The file of logins for `-n`, instead of `~/.netrc`.
        FORMPOST_HOME, XDG_CONFIG_HOME, HOME | Where the configuration file is; see FILES.
        SSLKEYLOGFILE | A file to which libcurl adds the keys of TLS connections, for debugging.
        TMPDIR | The directory of temporary files, instead of `/tmp`.
        CI | If it is set, and neither empty nor `0` nor `false`, this is a job of continuous
          integration: progress is shown as with `--progress plain`, on a terminal as well. So it is
          with `TF_BUILD`, `GITHUB_ACTIONS`, `JENKINS_URL`, `TEAMCITY_VERSION` and `BUILDKITE`.
        NO_COLOR | If it is set and not empty, no colours are used.
        TERM | If it is `dumb`, neither.
        """)

    static let files: [FormGrammar.Entry] = FormGrammar.entries(
        """
        /etc/formpostrc | The machine's configuration file, if it exists; the options of the user's
          follow it.
        $FORMPOST_HOME/.formpostrc | The user's configuration file, if it exists; otherwise
        $XDG_CONFIG_HOME/formpostrc | this file; otherwise
        ~/.formpostrc | this file; otherwise
        ~/.config/formpostrc | this file. `-q` as the first argument skips both.
        ~/.netrc | Logins, for `-n`.
        """)

    static let configuration = [
        """
        A configuration file has one option a line. A long name may be written without its dashes; \
        then a blank, `=` or `:` separates it from the value. After an option with dashes a blank \
        does, or after a long one a `=` without blanks. A line that begins with `#` is a comment. A value with blanks is written in \
        double quotes, in which `\\t`, `\\n`, `\\r` and `\\v` are escapes, and a backslash before \
        any other character stands for that character. The URL is the value of `url`. The options \
        of a file count in the place of `-K`. Those of the machine's and the user's file come first, and \
        count for every request, also after `--next`.
        """,
        """
        The machine's or the user's file is refused with exit status 26 if others can write it (by its \
        mode, and by its group if that is not the caller's), and when root reads it, also if it belongs \
        to another user; otherwise that is a warning, and so are both for a file that `-K` names. \
        `-q -K - <file` takes a file as it is.
        """,
    ]

    static let requirements = """
        A command from an archive or from `make install` on Linux has Swift's runtime inside. It needs \
        glibc 2.35 or newer (Ubuntu 22.04, Debian 12) and `libcurl.so.4`, built with OpenSSL \
        (Debian and Ubuntu: the package libcurl4). `--version` shows what it has found; \
        `share/doc/formpost/NOTICES` has the terms of what is inside.
        """

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
