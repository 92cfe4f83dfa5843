extension Texts {
    /// The options about many requests.
    static let manyOptions = #"""
        # next
        Starts a new request: the options after it apply to the URLs after it, and none of the
        earlier ones does, except options that apply to all requests. Connections are reused, and so
        are cookies if one of the requests has `-c`, or `-b` with a file or `''`. A login can
        therefore precede an upload, which `--fail-early` skips if the login fails. Example:
        `--fail-early -b '' -d user=anna URL/login --next -F file=@a.txt URL/upload`.

        # capture
        For a token that a later request needs, such as one against request forgery (CSRF): this
        request's response sets the variable, and `--expand-x` uses it as `{{name}}` in the requests
        after a `--next`. The source is `cookie:NAME`, a cookie that the response or one of the
        redirects to it sets; `header:NAME`, a field of its head; `json:/POINTER`, a text, number or
        boolean in JSON (RFC 6901), as in `json:/files/0/id`; or `regex:PATTERN`, the text that the
        first group of an extended regular expression (regex(7)) matches in the body, or the whole
        match if there is no group; `.` and `[^"]` also match line ends. A pattern has at most 1,000
        bytes; a search that takes longer than 5 s counts as no match. All requests are checked
        before the first is sent, with `{{name}}` in place of the value. A response without the
        value, or with an empty one, causes exit status 8; the body is searched up to 4 MiB. After a
        failure, the requests that need the value are not sent. The value is plain text in every
        option: it cannot name files or be the `type=` of a part. With several requests, the last
        response counts. `-w '%capture{NAME}'` prints the value, also for the last or only request.
        By default no variables are set. Example: `-b '' -X GET -o /dev/null --capture
        'token=regex:name="_token" value="([^"]*)"' URL/login --next -b '' --expand-form-string
        '_token={{token}}' -F file=@a.txt URL/upload`. Example: `url=$(formpost -sS -o /dev/null
        --capture url=json:/data/link -w '%capture{url}' -F file=@a.png URL)`.

        # each
        The field is part of the form as with `-F`, with a different file in each request; all other
        options are the same for all requests, and `--expand-x` can use the variables `each` (the
        path), `index` and `count`. In a pattern, `*`, `?`, `[a-z]`, `[!a-z]` and `{a,b}` work as in
        a shell, and `**` matches directories at any depth; files are sorted, and hidden ones must
        be named. A note says how many directories and hidden names the patterns leave out. If no file
        matches, the exit status is 26. `name=<list` reads literal paths from a
        file, one per line, and `name=<-` from standard input. `;type=` and `;filename=` may follow.
        Several uses of one name add up. A list has at most 256 MiB. Without a name, each file is
        the body of a request, sent by PUT as with `-T`, and its name is added to a URL that ends in
        a slash. Example: `--each 'file=@photos/**/*.jpg'`. Example: `--each '@dist/*'
        URL/releases/1.0/`.

        # each-null
        As `find -print0` prints them. By default each line is a path. Example: `find . -newer last
        -type f -print0 | formpost --each-null --each 'file=<-' URL`.

        # parallel
        Responses are printed whole and in the order of the requests. By default requests are sent
        in turn.

        # parallel-max
        From 1 to 300. The default is 8: small servers drop connections beyond that. Example: `-Z
        --parallel-max 50`.

        # parallel-immediate
        By default HTTP/2 requests to one host wait for a connection to open, and share it.

        # journal
        For repeating a call after an interruption: each file of `--each` or `-T` gets a line in
        this file when its upload begins and another when a server has accepted it. The second line
        is on disk before the upload counts as done; a response that waits for others (`-Z`) may not
        have been written by then. With `--resumable` or `--tus`, the journal also records where any
        upload stopped, or that it is complete. A later call with the same journal skips complete
        uploads and says how many. A file whose upload began but has no end in the journal (`kill
        -9`, an answer that was lost or could not be written to its file) is sent again, with a
        warning that an earlier call may have sent it. A file whose answer only could not be printed
        (23) counts as sent, unless `--expect` or `--capture` needs the answer. A file is identified
        by its absolute path, its size and its modification time, and where it goes by the URL as
        given without its password, the method and `--request-target`. Other options, such as
        fields, do not matter, except that operations (`--next`) that send the same file to the same
        URL have an entry each. A file on standard input counts as that file; a pipe cannot be
        recognised later, and a warning says that it is not recorded (a resumable upload recognises
        up to 1 MiB of a pipe by its content). If no entry of a journal matches, there is a warning.
        The journal is created with mode 0600 and only appended to. If it can no longer be written
        (a full disk, a journal that was moved away or shortened), no new upload begins, and the
        exit status is 23; the message says whether the server has the file that could not be
        recorded. Several commands can use it at the same time, also on several machines if the file
        system supports locks between them, as NFS does: each file is locked before it is sent, so
        that only one of them sends it. A lock ends with its request or with the command, however
        that ends. A command that finds a file locked sends the others first, then waits for the
        lock, at most as long as `-m` allows, and sends the file if it has not been recorded. A line
        is a JSON object: `journal` (5, the version of the format), `state` (`begun`, `complete`, or
        `failed` if no server has the file; it stays `begun` if the answer was lost, also at a
        gateway (502, 504)), `time`, `status`, `url` without its secrets, `key`, the SHA-256 of what
        identifies the place, and `file` with `path`, `size` and `mtime` (nanoseconds since 1970) or
        with `--journal-content` `sha256`; `path_base64` has the bytes of a path that is not UTF-8.
        For a resumable upload, `request` is the SHA-256 of its arguments; `sources`,
        `random_boundaries`, `origin` and `token` say how to resume it. The last of several lines
        about an upload counts. A journal of formpost 0.2 (version 4) continues: its entries count
        for every method and for the first of several operations, and new lines have the new format,
        which 0.2 refuses. A file that is not a journal, or has another version, causes exit status
        26 and is not changed. By default there is no journal. Example: `--journal uploads.journal`.

        # journal-content
        For a journal that is used on another machine or after a fresh checkout: a file is
        identified by its path as given (`./a` is `a`), the SHA-256 of its content and the URL. Each
        file is read once more before it is sent. One journal can have entries of both kinds; those
        of the other kind match no file. The option needs `--journal` and excludes `--allow-growth`.
        By default files are identified by absolute path, size and time. Example: `--journal
        uploads.journal --journal-content`.

        # fail-early
        The requests after it are not sent. With `-Z`, those under way are cancelled; the server may
        have accepted them. By default all requests are sent. The exit status is that of the first
        failure either way.

        # rate
        The unit is `s`, `m`, `h` (the default) or `d`, with an optional number before it. By
        default there is no limit. Example: `--rate 2/s`, or `--rate 1/10s`.
        """#
}
