extension Texts {
    /// The options about output.
    static let outputOptions = #"""
        # output
        The file is put in place when the response is complete, even if its status is a failure
        (exit status 22) or it came before the whole body was sent (55). Until then, and after any
        other failure, an existing file is not changed; with `-f` or `--remove-on-error` this
        includes these two. Naming a file that the command reads causes exit status 2. A device, a FIFO
        or `/dev/fd/3` is written to as the response arrives. `-` is standard output, the default,
        and prints binary data even on a terminal. Example: `-o answer.json`.

        # output-dir
        The file of `-o` is created in it. It must exist unless `--create-dirs` is given. Example:
        `--output-dir answers -o 1.json`.

        # create-dirs
        By default a missing directory causes exit status 23.

        # clobber
        With `--no-clobber` an existing file is kept, and the response goes to the first free name
        of `file.1` to `file.100`.

        # remove-on-error
        Without it, a complete response is kept, whatever its status. An existing file is not
        changed. With `--no-remove-on-error`, the part of a response that arrived before a failure
        is kept in the file of `-o`, also after Ctrl-C or another signal that ends the command.

        # max-filesize
        In bytes, or with `K`, `M` or `G`. A larger response causes exit status 63: before its body if
        `Content-Length` shows it, otherwise as soon as that much has arrived. By default, or with
        0, there is no limit.

        # dump-header
        The heads of all responses, including redirects and 100 Continue, in the order in which they
        arrive. `-` is standard output; then there is no status line on standard error. Example: `-D
        head.txt`.

        # include
        They go where the body goes, followed by a blank line. There is no status line on standard
        error.

        # write-out
        The format is text with `%{name}` for a variable (see WRITE-OUT VARIABLES), `%header{name}`
        for a header of the response, `%capture{name}` for a value of `--capture`, `%output{file}`
        to write the rest to a file, which the first request empties and the others append to
        (`%output{>>file}` always appends), `%{stderr}` and `%{stdout}` to write it there, and
        `%{onerror}` to print the rest only after a failure. `%%` is a percent
        sign; `\n`, `\t` and `\r` are escapes. `@file` reads the format from a file, `@-` from
        standard input. An unknown variable causes exit status 2. By default nothing is printed.
        Example: `-w '%{http_code} %{time_total}\n'`.

        # pretty
        `auto`, the default, indents and colours them on a terminal and prints them unchanged
          elsewhere. `on` also indents them in a pipe, without colours. `off` prints them unchanged.
          Only blanks between values are changed; from the first byte that is not JSON on, the rest
          is printed unchanged. On a terminal, their control characters are shown as `\x1b`. The
          file of `-o` always gets the original bytes. Example: `formpost --pretty on -F a=b URL |
          less`.

        # fail
        The exit status is 22 with or without it. By default the body is printed whatever the
        status.

        # fail-with-body
        It cancels `--fail` and `--no-fail`; a status that is not a success causes exit status 22.

        # no-fail
        As in curl without `--fail`. By default a final status other than 2xx causes exit status 22.
        An answer that came before the whole body was sent remains a failure, with exit status 55.

        # expect
        For services that answer 200 even when they refuse a request. A response whose status is a
        success must meet all expectations; otherwise the exit status is 22, and the message says
        what was found. `--retry` then sends the request again, and `--journal` does not record the
        file. `json:/POINTER` must have a value, or with `=VALUE` this value, as in `json:/ok=true`
        (write a `=` in the pointer as `\=`); the same applies to `header:NAME` and `cookie:NAME`,
        as in `--capture`. `regex:PATTERN`, an extended regular expression (regex(7)), must match
        the body, of which 4 MiB are searched, with the limits of `--capture`. By default only the
        status counts. Example: `--expect json:/ok=true`.

        # expect-status
        A comma-separated list of statuses, classes and ranges. Any other final status causes exit
        status 22. The default is `2xx`. Example: `--expect-status 2xx,409,300-303`. An answer that
        came before the whole body was sent is a success only if the list names its status otherwise
        than by `2xx`; the status line and the journal then say how much was sent.

        # silent
        With `-S` errors and warnings are still printed. The exit status stays the same. Errors in
        the command line (exit status 2) are always printed.

        # show-error
        By default `-s` silences them. Warnings say that the request may not be what was meant, such
        as text that is also the name of a file. curl's `-S` prints only errors. Example: `-sS` in
        scripts.

        # verbose
        On standard error: lines with `>` were sent, lines with `<` were received, and lines with
        `*` are information. Bodies are not shown, and control characters appear as `\x1b`;
        `--trace` has all bytes. Credentials are masked; see `--show-secrets`.

        # trace
        Bodies too, each byte in hexadecimal and as text. `-` is standard output, `%` standard
        error. Credentials are masked. Example: `--trace trace.txt`.

        # trace-ascii
        `-` is standard output, `%` standard error. Credentials are masked.

        # trace-time
        The time of day with microseconds. Off by default.

        # stderr
        Errors, warnings, the status line, progress, `-v` and `%{stderr}` go to this file instead of
        standard error; only errors in the command line come before it is opened. `-` is standard
        output. Example: `--stderr upload.log`.

        # progress
        `auto`, the default, shows a bar if standard error is a terminal and the upload takes more
        than a second, and is `plain` in a CI job, terminal or not (see ENVIRONMENT). `bar` always
        shows a bar. `plain` prints a line every few seconds, and never less often than every 30, for logs.
        `none` shows nothing. After a bar, the status line says how much was sent and how long it
        took. With many requests, `auto` and `bar` show one line for all of them on a terminal;
        elsewhere `auto` prints a line for each. A response that is printed on the terminal has that
        line before it. `json` is for programs: see PROGRESS STREAM.

        # progress-to
        The stream of `--progress json` goes to this file; progress is shown as without the option.
        A number is an open descriptor, `-` standard output. See PROGRESS STREAM. Example:
        `--progress-to 3 3>progress.jsonl`.

        # progress-bar
        A bar on standard error, whether it is a terminal or not.

        # progress-meter
        With `--no-progress-meter` no progress is shown, as with `--progress none`; messages still
        are.

        # dry-run
        Everything is checked as for an upload. It shows the head of the request, with credentials
        masked, and a table of the parts with their sizes: the mode `table`. `--dry-run=raw` writes
        the exact bytes of the request, with its credentials. Pipes are not read: their size is
        omitted, and with `raw` they are exit status 2. `--dry-run=body` writes the exact bytes of
        the body of one request, including those of a pipe; with `--boundary` they are the same each
        time. Example: `formpost --dry-run -F file=@a.txt URL`.

        # curl
        It includes `--dry-run`. The line is for a POSIX shell, and with it curl 7.88.1 sends the
        same request: `--form-string` and quotes are used where curl would change text, and media
        types that curl does not know are stated. Secrets become variables such as `${PASSWORD:?}` or
        `${TOKEN:?}`, named after their option, header or field, unless `--show-secrets` is given: set
        them first, the shell refuses to run the line without them.
        Options of configuration files are included. An option that curl does not have is omitted
        with a warning. curl handles redirects and exit statuses in its own way (see DIFFERENCES
        FROM CURL). Example: `--dry-run --curl`.
        """#
}
