extension Texts {
    /// The options about forms.
    static let formOptions = #"""
        # form
        Each use adds one part to the form; parts are sent in the order in which they are given.
        FORM FIELDS describes the syntax. Example: `-F user=anna -F photo=@me.jpg`.

        # form-string
        As `-F`, but the value is sent exactly as it is: `@`, `<`, `;`, `(` and quotes have no
        special meaning. Use it for text from other sources. Example: `--form-string 'comment=<b>;
        @anna'`.

        # form-tree
        Adds a part for each file in the directory and its subdirectories, sorted by path. The
        filename is the path starting with the directory's name, as in browsers: `dir/sub/a.txt`;
        see `--form-tree-escape`. The media type is that of `-F name=@file`. Everything after the
        `=`, or after `=@`, is the directory. Hidden files and directories in it, such as `.env` and
        `.git`, are skipped with a warning; `--hidden` sends them. Links to files are followed;
        links to directories are skipped with a warning. If there are no files, or a FIFO or device
        is among them, the exit status is 26; empty directories are not sent. Example: `--form-tree
        file=site`.

        # form-tree-escape
        As in the query of a URL: `/` is `%2F`, a blank is `+`, and `+` and `%` are `%2B` and `%25`.
        IPFS (Kubo) unescapes filenames: without this option it reads `c++.html` as `c .html`. By
        default filenames are sent unchanged. Example: `--form-tree file=site --form-tree-escape`.

        # hidden
        Includes files and directories of `--form-tree` whose names begin with a dot. A file that is
        named explicitly, as in `-F f=@.env` or in a list, is always sent; in a pattern `.*` matches
        hidden names. By default they are skipped with a warning. Example: `--form-tree file=site
        --hidden`.

        # form-glob
        Adds a part for each file, all with the same name, sorted by path; each is sent as with `-F
        name=@file`. In a pattern `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}` and `**` work as with
        `--each`, and a backslash before one of them makes it literal. `;type=`, `;headers=` and
        `;encoder=` may follow and apply to all of the files. If no file matches, the exit status is
        26. Example: `--form-glob 'pictures=@photos/*.jpg;type=image/jpeg'`.

        # form-fields
        The file, or standard input for `-`, is an object such as `{"key": "a.jpg", "acl":
        "private"}`, or a presigned POST from S3 or a similar service: `{"url": "...", "fields":
        {...}}`. Its fields are sent before all others, in their order, as text; numbers and
        booleans are sent as written. null, lists and objects are exit status 2. The `url` is used
        if no other is given; with several files, the last one counts. Example: `--form-fields
        presigned.json -F file=@a.jpg`.

        # form-escape
        In names and filenames, a double quote is sent as `\"` and a backslash as `\\`. By default a
        double quote is sent as `%22`, CR as `%0D` and LF as `%0A`, as browsers do.

        # form-lax
        An argument of `-F` with text that curl would drop, including outer blanks and line ends,
        causes a warning and sends the same bytes as curl. By default it is an error (exit status
        2), so that nothing is lost.

        # boundary
        1 to 70 letters, digits, blanks and `'()+_,-./:=?`, with no blank at the end. A fixed
        boundary makes the body reproducible. If a line of the content, or of a file, begins with
        `--` and the boundary, the exit status is 2. By default the boundary is random, or that of a
        `-H Content-Type`. Example: `--boundary form-7d1b`.

        # chunked
        Standard input and pipes are sent while they are read, with `Transfer-Encoding: chunked`.
        Such a body cannot be sent twice, so a retry or a redirect that needs it again causes exit
        status 65. A body of known length keeps its `Content-Length`. By default a pipe is read to
        its end first, so that its length is known. Example: `tar cz dir | formpost --chunked -F
        'file=@-;filename=dir.tgz' URL`.

        # allow-growth
        For a log that is written to during the upload: the bytes that it had when it was measured
        are sent, and a warning says how many were added. This applies to the files of `-F`, `-d`
        and `-T`, and to standard input from a file. A file that shrinks, or is written to without
        growing, still causes exit status 26; a file that is rewritten and grows cannot be distinguished
        from one that only grows. By default a file that grows causes exit status 26, too. Example:
        `formpost --allow-growth -F file=@live.log URL`.

        # max-spool
        In bytes, or with `K`, `M` or `G` after the number. A pipe with more data causes exit status 26.
        There is no limit for input that is sent while it is read: `-T -`, and pipes with
        `--chunked`. By default the limit is the free space in the directory for temporary files,
        and an endless device, such as `/dev/zero`, is refused. Example: `--max-spool 2G`.
        """#
}
