/// What the manual says apart from the options and the grammar of `-F`.
///
/// Literal text stands between backticks.
enum ManualContent {
    static let description = [
        """
        `formpost` sends a form with fields and files to a web server, as a browser does, by HTTP's \
        POST and `multipart/form-data`. It takes the options and the form fields of `curl`(1), \
        sends the same bytes, and tells by its exit status whether the upload worked. Files may be \
        of any size; they are read while they are sent.
        """,
        """
        The response body goes to standard output and nothing else does. The status line, \
        progress, warnings and errors go to standard error. Nothing is sent before every \
        argument and every file has been checked.
        """,
        """
        The URL may stand anywhere among the options; one without a scheme is http.
        """,
    ]

    static let grammar = [
        """
        A filename in quotes may have semicolons, commas and blanks in it. `@` and `<` have their meaning \
        directly behind the `=` only. What is read from a pipe is kept in memory up to 1 MiB, and \
        beyond that in a temporary file without a name, so that its length is known; with \
        `--chunked` it is sent as it comes.
        """,
        """
        A file that changes while it is being sent is an error, and the server never gets a body \
        that looks whole. One that is removed or replaced by a rename while it is being sent is \
        sent as it was.
        """,
    ]

    static let options = """
        Short options can be packed, and take their value attached or apart; long ones take it \
        apart or after `=`. The names are not shortened. A switch that is shown with `[no-]` has \
        an opposite. `--` ends the options. Sizes are in bytes, or have `K`, `M` or `G` behind \
        them; times are in seconds, with a fraction if need be.
        """

    static let exitStatuses: [FormGrammar.Entry] = [
        ("0", "The server answered 2xx, or what `--expect-status` names."),
        ("1", "The URL is neither http nor https."),
        ("2", "The command line or the configuration file cannot be used."),
        ("3", "The URL is malformed."),
        ("4", "The option is not available with this libcurl or on this system."),
        ("5", "The proxy could not be resolved."),
        ("6", "The host could not be resolved."),
        ("7", "No connection to the host or the proxy."),
        ("16", "Something was wrong in HTTP/2."),
        ("18", "The response was cut short."),
        (
            "22",
            "The final status is no success; the body is printed unless `-f` is given. A redirect "
                + "that is not followed counts as one, see `-L`."
        ),
        ("23", "The response could not be written."),
        ("26", "An input could not be read, or changed while it was being sent."),
        ("27", "Memory is short."),
        ("28", "Timed out; the message names the phase."),
        ("35", "The TLS handshake failed."),
        ("43", "There is no such encoder for a form field."),
        ("47", "Too many redirects."),
        ("52", "The server sent nothing."),
        ("55", "Sending failed."),
        ("56", "Receiving failed."),
        ("58", "The client's certificate cannot be used."),
        ("60", "The server's certificate is not trusted."),
        ("61", "The response has a content encoding that cannot be decoded."),
        ("63", "The response is larger than allowed."),
        ("65", "The body would have to be sent again, and cannot be."),
        ("66", "The TLS engine could not be started."),
        ("77", "The file with trusted certificates cannot be read."),
        ("92", "Something was wrong in a stream of HTTP/2."),
        ("97", "The proxy's handshake failed."),
        ("130", "Ended by SIGINT."),
        ("143", "Ended by SIGTERM."),
    ]

    static let otherStatuses = "Any other status means what it means for `curl`(1)."

    static let differencesIntroduction = """
        Where the two differ, curl's way loses data or hides a failure.
        """

    static let differences: [FormGrammar.Entry] = [
        (
            "404",
            "curl exits with 0 unless `-f` is given. Here any final status but 2xx is exit status "
                + "22, unless `--no-fail` is given."
        ),
        (
            "-F 'name=John; Doe'",
            "curl sends `John` and warns. Here it is an error that names the place and the remedy; "
                + "`--form-lax` does as curl does."
        ),
        (
            "-F f=@directory",
            "curl sends an empty part. Here it is exit status 26 before connecting, as for files "
                + "that are missing or cannot be read."
        ),
        (
            "-F f=@-",
            "curl keeps what comes from a pipe in memory. Here only 1 MiB of it is; the rest goes "
                + "to a temporary file without a name."
        ),
        (
            "-m seconds",
            "curl counts for each attempt of `--retry` anew. Here it is one deadline for the command, "
                + "with the reading of pipes and the pauses between attempts."
        ),
        ("--form=a=b", "Long options also take their value after an equals sign."),
        (
            "--for a=b",
            "curl takes a shortened name. Here it is an error that suggests the whole one."
        ),
        (
            "-K file",
            "What curl drops from a configuration file with a warning is an error, and so is an "
                + "option that it does not know."
        ),
        ("-q", "Anywhere but in the first place, where it has no effect, it is an error."),
        ("-v", "Credentials are masked."),
    ]

    static let examples: [FormGrammar.Entry] = [
        (
            "formpost -F reqtype=fileupload -F file=@img.png https://example.com/",
            "Upload a picture, with a field that says what it is:"
        ),
        (
            "formpost -sSf -o answer.json -F file=@a.txt https://example.com/",
            "In a script: errors only, and the answer in a file:"
        ),
        (
            "tar cz dir | formpost -F 'f=@-;filename=a.tgz' https://example.com/",
            "Upload what another command writes:"
        ),
        (
            "formpost --oauth2-bearer abc -F file=@a.txt https://example.com/",
            "With a token of one's own:"
        ),
        (
            "formpost --retry 5 -F file=@big.iso https://example.com/",
            "Try again, up to five times, when the server is busy:"
        ),
        (
            "formpost --generate complete-fish | source",
            "Let fish complete the options:"
        ),
    ]
}
