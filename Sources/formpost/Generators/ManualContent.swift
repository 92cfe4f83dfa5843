/// The sections of the manual apart from the options and the grammar of `-F`.
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
