/// The sections of the manual apart from the options and the grammar of `-F`.
///
/// Literal text is in backticks.
enum ManualContent {
    static let description = [
        """
        `formpost` sends a form with fields and files to a web server, as a browser does, by HTTP's \
        POST and `multipart/form-data`. It takes the form fields of `curl`(1) and its options for uploads by HTTP (another one is \
        exit status 2, with what to write instead), sends the same bytes, and tells by its exit status whether the upload worked. Files may be \
        of any size; they are read while they are sent.
        """,
        """
        Other bodies are data as it is (`-d` and its relatives), JSON (`--json`), and a file that is \
        sent with PUT (`-T`). A request has one kind of body.
        """,
        """
        Only the response body goes to standard output. The status line, progress, warnings and \
        errors go to standard error. If the final status is a failure, the error names it, and there \
        is no status line. On a terminal, errors, warnings and the status line of a 2xx are coloured, \
        and answers in JSON are indented (see `--pretty`). Every argument and every file is checked \
        before anything is sent; of a pattern of URLs the first 1,000, and of requests with \
        variables or `-T` the first 100,000.
        """,
        """
        The URL may be given anywhere among the options; without a scheme it is `http://`.
        """,
    ]

    static let grammar = [
        """
        A filename in quotes may contain semicolons, commas and blanks. `@` and `<` are special \
        only directly after the `=`. Input from a pipe is read before the upload, up to 1 MiB to \
        memory and the rest to a temporary file without a name, so that its length is known; with \
        `--chunked` it is sent while it is read.
        """,
        """
        A file that changes while it is being sent is an error (`--allow-growth` allows it to grow), \
        and the server never gets a body that looks whole. One that is removed or replaced by a rename while it is being read is \
        sent as it was; before, or between two attempts, it ends the upload (26).
        """,
    ]

    static let options = """
        Short options can be packed (`-sSf`), and take their value attached or as the next \
        argument; long options take it as the next argument or after `=`. Long names cannot be \
        shortened. An option shown with `[no-]` can be switched off. `--` ends the options. Sizes \
        are in bytes, or have `K`, `M` or `G` (powers of 1024) after the number; times are in \
        seconds, with a fraction if needed.
        """

    static let recipes = """
        Uploads as the documentation of services describes them; `--help recipes` lists them. Secrets \
        come from the environment: `--variable %NAME`.
        """

    static let examples: [FormGrammar.Entry] = tableRows(
        columns: 2,
        """
        Upload a picture, with a field that says what it is: |
          formpost -F reqtype=fileupload -F file=@img.png https://example.com/
        In a script: errors and warnings only, and the answer in a file: |
          formpost -sSf -o answer.json -F file=@a.txt https://example.com/
        Upload what another command writes: |
          tar cz dir | formpost -F 'f=@-;filename=a.tgz' https://example.com/
        With a token of one's own: |
          formpost --oauth2-bearer abc -F file=@a.txt https://example.com/
        Try again, up to five times, when the server is busy: |
          formpost --retry 5 -F file=@big.iso https://example.com/
        Print the same request as a curl command: |
          formpost --curl -F file=@a.txt https://example.com/
        Let fish complete the options: |
          formpost --generate complete-fish | source
        """
    ).map { ($0[1], $0[0]) }
}
