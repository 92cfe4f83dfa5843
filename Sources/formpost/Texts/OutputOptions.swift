extension Texts {
    /// The options about output.
    static let outputOptions = #"""
        # output
        The file is put in place when the response is whole, also if its status is a failure (exit
        status 22) or it came before the whole body was sent (55). Until then, after any other
        failure, and with `-f` or `--remove-on-error` after these, too, an older file stays as it
        was. A file that the command reads is exit status 2. A device, a FIFO or `/dev/fd/3` is
        written as the response comes. `-` is standard output, the default, and prints binary data
        on a terminal, too. Example: `-o answer.json`.

        # output-dir
        It goes before the name that `-o` gives, and must exist unless `--create-dirs` is given.
        Example: `--output-dir answers -o 1.json`.

        # create-dirs
        By default a missing directory is exit status 23.

        # clobber
        With `--no-clobber` an existing file stays, and the response goes to the first free name of
        `file.1` to `file.100`.

        # remove-on-error
        Without it, a response that is whole is kept, whatever its status is. An older file stays as
        it was. With `--no-remove-on-error`, the part of a response that came before a failure is
        kept in the file of `-o`, also after Ctrl-C or another signal that ends the command.

        # max-filesize
        In bytes, or with `K`, `M` or `G`. A larger response is exit status 63: before its body if
        its `Content-Length` tells, or else when that much has come. By default, or with 0, there is
        no limit.

        # dump-header
        The heads of all responses, with redirects and 100 Continue, in the order in which they
        come. `-` is standard output; the status line on standard error is left out then. Example:
        `-D head.txt`.

        # include
        They go where the body goes, with a blank line between. The status line on standard error is
        left out.

        # write-out
        The format is text with `%{name}` for a variable (see WRITE-OUT VARIABLES), `%header{name}`
        for a header of the response, `%capture{name}` for what `--capture` has taken from it,
        `%output{file}` to send what follows to a file (`%output{>>file}` appends), `%{stderr}` and
        `%{stdout}` to send it there, and `%{onerror}` to print what follows only after a failure.
        `%%` is a percent sign; `\n`, `\t` and `\r` are escapes. `@file` reads the format from a
        file, `@-` from standard input. An unknown variable is exit status 2. By default nothing is
        printed. Example: `-w '%{http_code} %{time_total}\n'`.

        # pretty
        `auto`, the default, indents and colours them on a terminal and passes them on as they are
        elsewhere. `on` indents them in a pipe too, without colours. `off` prints their bytes. Only
        blanks between values are changed; from the first byte that is not JSON, the rest is printed
        as it is. On a terminal, control characters in them are shown as `\x1b`. The file of `-o`
        gets the bytes always. Example: `formpost --pretty on -F a=b URL | less`.

        # fail
        The exit status is 22 with or without it. By default the body is printed whatever the status
        is.

        # fail-with-body
        It undoes `--fail` and `--no-fail`; a status that is not a success is exit status 22.

        # no-fail
        As curl does without `--fail`. By default a final status that is not 2xx is exit status 22.

        # expect
        For services that answer 200 also where they refuse. A response with a final status that is
        a success must have all of them; otherwise it is exit status 22, and the message says what
        was found. `--retry` sends the request again, and `--journal` does not note the file.
        `json:/POINTER` must have a value, or with `=VALUE` this one, as in `json:/ok=true` (a `=`
        in the pointer is written `\=`); the same goes for `header:NAME` and `cookie:NAME`, as in
        `--capture`. `regex:PATTERN`, an extended regular expression (regex(7)), must match in the
        body, of which 4 MiB are searched; its limits are those of `--capture`. By default the
        status alone counts. Example: `--expect json:/ok=true`.

        # expect-status
        A list with commas of statuses, classes and ranges. Any other final status is exit status
        22. The default is `2xx`. Example: `--expect-status 2xx,409,300-303`.

        # silent
        With `-S` errors and warnings are printed again. The exit status stays the same. What is
        wrong with the command line (exit status 2) is printed all the same.

        # show-error
        By default `-s` silences them. Warnings say that the request may not be what was meant: a
        text was sent where a file of that name exists. curl's `-S` prints errors alone. Example:
        `-sS` in scripts.

        # verbose
        On standard error: lines with `>` were sent, lines with `<` were received, and lines with
        `*` say what happens. Bodies are not shown, and control characters as `\x1b`; `--trace` has
        all bytes. Credentials are masked; see `--show-secrets`.

        # trace
        Bodies too, each byte in hexadecimal and as text. `-` is standard output, `%` standard
        error. Credentials are masked. Example: `--trace trace.txt`.

        # trace-ascii
        `-` is standard output, `%` standard error. Credentials are masked.

        # trace-time
        The time of day with microseconds. Off by default.

        # stderr
        Errors, warnings, the status line, progress, `-v` and `%{stderr}` go there instead of to
        standard error; only errors of the command line itself come before the file is opened. `-`
        is standard output. Example: `--stderr upload.log`.

        # progress
        `auto`, the default, is a bar if standard error is a terminal and the upload takes more than
        a second, and `plain` in a job of continuous integration, terminal or not (see ENVIRONMENT).
        `bar` is a bar in any case. `plain` is a line every few seconds, and at least every 30
        seconds, for logs. `none` shows nothing. After a bar, the status line says how much was sent
        in what time. Where a call makes many requests, `auto` and `bar` are one line for all on a
        terminal, and `auto` is elsewhere a line for each; a response that is printed on the
        terminal has that line before it. `json` is for programs: see PROGRESS STREAM.

        # progress-to
        The stream of `--progress json` goes there, and progress is shown as without it. A number is
        an open descriptor, `-` standard output. See PROGRESS STREAM. Example: `--progress-to 3
        3>progress.jsonl`.

        # progress-bar
        A bar on standard error, whether it is a terminal or not.

        # progress-meter
        With `--no-progress-meter` no progress is shown, as with `--progress none`; messages are.

        # dry-run
        Everything is checked as for an upload. The head of the request is shown, with credentials
        masked, and a table of the parts with their sizes: the mode `table`. `--dry-run=raw` writes
        the exact bytes of the request, with its credentials. A pipe is not read: its size is left
        out, and with `raw` it is exit status 2. `--dry-run=body` writes the exact bytes of the body
        of one request, also those of a pipe; with `--boundary` they are the same each time.
        Example: `formpost --dry-run -F file=@a.txt URL`.

        # curl
        It includes `--dry-run`. The line is for a POSIX shell, and curl 7.88.1 sends the same
        request with it: `--form-string` and quotes are used where curl would change a text, and
        media types that curl does not know are given. Secrets are variables such as `$PASSWORD` or
        `$TOKEN`, named after their option, header or field, unless `--show-secrets` is given.
        Options of configuration files are included. An option that curl does not have is left out
        with a warning. Redirects and exit statuses are curl's own (see DIFFERENCES FROM CURL).
        Example: `--dry-run --curl`.
        """#
}
