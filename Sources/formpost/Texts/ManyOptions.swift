extension Texts {
    /// The options about many requests.
    static let manyOptions = #"""
        # next
        The options after it are for the URLs after it, and begin anew; those that are said to be
        for all requests count wherever they are. Connections are kept, and so are cookies if one of
        the requests has `-c`, or `-b` with a file or `''`; so a login can come before an upload,
        which `--fail-early` leaves out if the login fails. Example: `--fail-early -b '' -d
        user=anna URL/login --next -F file=@a.txt URL/upload`.

        # capture
        For a token that a later request needs, such as one against request forgery (CSRF): after
        this request the variable has the value, and `--expand-x` uses it as `{{name}}` in the
        requests after a `--next`. The source is `cookie:NAME`, a cookie that the response or one of
        the redirects to it sets; `header:NAME`, a field of its head; `json:/POINTER`, a text,
        number or boolean in JSON (RFC 6901), as in `json:/files/0/id`; or `regex:PATTERN`, what the
        first group of an extended regular expression (regex(7)) matches in the body, as it stands
        there, or all of the match without a group; `.` and `[^"]` match line ends, too. A pattern
        has at most 1,000 bytes; a search that takes longer than 5 s is given up, as without a
        match. Everything is checked before the first request is sent, with `{{name}}` in the place
        of the value. A response without the value, or with an empty one, is exit status 8; the body
        is searched up to 4 MiB. After a failure the requests that need the value are not sent. The
        value is text in every option: it cannot name files, or be the `type=` of a part. Of several
        requests the last response counts. `-w '%capture{NAME}'` prints the value, also that of the
        last or only request. By default no variables are set. Example: `-b '' -X GET -o /dev/null
        --capture 'token=regex:name="_token" value="([^"]*)"' URL/login --next -b ''
        --expand-form-string '_token={{token}}' -F file=@a.txt URL/upload`. Example: `url=$(formpost
        -sS -o /dev/null --capture url=json:/data/link -w '%capture{url}' -F file=@a.png URL)`.

        # each
        The field is part of the form as with `-F`, with another file in each request; all other
        options are the same for all, and `--expand-x` can use the variables `each` (the path),
        `index` and `count`. In a pattern `*`, `?`, `[a-z]`, `[!a-z]` and `{a,b}` are as in a shell,
        and `**` stands for directories at any depth; files are sorted, and hidden ones must be
        named. No file is exit status 26. `name=<list` reads the paths from a file, one a line, and
        `name=<-` from standard input. Paths are taken literally. `;type=` and `;filename=` may
        follow. Several uses of one name add up. A list has at most 256 MiB. Without a name each
        file is the body of a request, sent by PUT as with `-T`, and its name is added to a URL that
        ends in a slash. Example: `--each 'file=@photos/**/*.jpg'`. Example: `--each '@dist/*'
        URL/releases/1.0/`.

        # each-null
        As `find -print0` prints them. By default a path ends with its line. Example: `find . -newer
        last -type f -print0 | formpost --each-null --each 'file=<-' URL`.

        # parallel
        The responses are printed whole and in the order of the requests. By default one request is
        made after the other.

        # parallel-max
        From 1 to 300. The default is 8: small servers lose connections with more. Example: `-Z
        --parallel-max 50`.

        # parallel-immediate
        By default requests over HTTP/2 to one host share a connection, and wait for it to be open.

        # journal
        For a call that is repeated after an interruption: each file of `--each` or `-T` gets a line
        in this file when it begins to be sent, and another when a server has taken it, which is on
        the disk before the upload counts as done; of a response that waits for others (`-Z`)
        nothing may have been written yet. With `--resumable` or `--tus` the journal also has where
        any upload stopped, or that it is complete. A later call with the same journal skips what is
        complete and says how many files that are. A file that has begun, and whose end is not in
        the journal (`kill -9`, a lost answer), is sent again, with a warning that an earlier call
        may have sent it. A file is known by its absolute path, its size, the time of its last
        change and the URL as it was given, without passwords and other credentials; where the query
        has some, their SHA-256 tells URLs apart; other options, such as fields, count for nothing.
        If no entry of a journal fits, a warning says so. The journal is created with mode 0600 and
        only appended to. If it can no longer be written (a full disk, a journal that was moved
        away), nothing new begins, and the exit status is 23; the message says whether the server
        has the file that could not be noted. Several commands can use it at the same time, also on
        several machines if its file system keeps locks between them, as NFS does: each file is
        locked before it is sent, so that one of them sends it. A lock ends with its request or with
        the command, however that ends. A command that finds a file locked sends the others first,
        then waits for the lock to end, at most as long as `-m` says, and sends the file if it has
        not been noted. A line is a JSON object: `journal` (4, the version of the format), `state`
        (`begun`, `complete`, or `failed` if no server has the file; it stays `begun` where the answer was lost, at a gateway (502, 504), too), `time`, `status`, `url`, and
        `file` with `path`, `size` and `mtime` (nanoseconds since 1970) or with `--journal-content`
        `sha256`; `url_sha256` is the digest of a URL with credentials, `path_base64` has the bytes
        of a path that is not UTF-8. Of an upload that can go on, `request` is the SHA-256 of its
        arguments; `sources`, `random_boundaries`, `origin` and `token` say how. Of several lines
        about an upload the last one counts. A file that is no journal, or one of another version,
        is exit status 26, and stays as it is. By default nothing is noted. Example: `--journal
        uploads.journal`.

        # journal-content
        For a journal that is used on another machine or after a fresh checkout: a file is known by
        its path as given (`./a` is `a`), the SHA-256 of its content and the URL. Each file is read
        once more, before it is sent. One journal can have entries of both kinds; those of the other
        kind fit no file. It needs `--journal`, and excludes `--allow-growth`. By default files are
        known by absolute path, size and time. Example: `--journal uploads.journal
        --journal-content`.

        # fail-early
        Requests after it are not made. With `-Z` those that are under way are broken off: the
        server may have taken them. By default all are made. The exit status is that of the first
        failure either way.

        # rate
        The unit is `s`, `m`, `h` (the default) or `d`, perhaps with a number before it. By default
        there is no limit. Example: `--rate 2/s`, or `--rate 1/10s`.
        """#
}
