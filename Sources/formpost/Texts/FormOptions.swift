extension Texts {
    /// The options about forms.
    static let formOptions = #"""
        # form
        Each use adds one part to the form; parts are sent in the order in which they are given.
        FORM FIELDS describes the syntax. Example: `-F user=anna -F photo=@me.jpg`.

        # form-string
        As `-F`, but the value is sent exactly as it is: `@`, `<`, `;`, `(` and quotes have no
        meaning. Use it for text that comes from somewhere else. Example: `--form-string
        'comment=<b>; @anna'`.

        # form-tree
        A part for each file in the directory and in those below it, sorted by their paths. The
        filename is the path from the name of the directory on, as browsers have it:
        `dir/sub/a.txt`; see `--form-tree-escape`. The media type is that of `-F name=@file`. All
        after the `=`, or after `=@`, is the directory. Hidden files and directories in it, such as
        `.env` and `.git`, are left out, with a warning; `--hidden` sends them. Links to files are
        followed; links to directories are not, with a warning. No files at all, and a FIFO or
        device among them, are exit status 26; directories without files are not sent. Example:
        `--form-tree file=site`.

        # form-tree-escape
        As in the query of a URL: `/` is `%2F`, a blank is `+`, and `+` and `%` are `%2B` and `%25`.
        IPFS (Kubo) unescapes filenames: without this it takes `c++.html` for `c .html`. By default
        filenames are sent as they are. Example: `--form-tree file=site --form-tree-escape`.

        # hidden
        Files and directories of `--form-tree` whose names begin with a dot. What is named itself,
        as in `-F f=@.env`, and what a list names is always sent; in a pattern `.*` stands for
        hidden names. By default they are left out, with a warning. Example: `--form-tree file=site
        --hidden`.

        # form-glob
        A part for each file, all with the same name, sorted by their paths; each is sent as with
        `-F name=@file`. In a pattern `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}` and `**` are as with
        `--each`, and a backslash before one of them makes it text. `;type=`, `;headers=` and
        `;encoder=` may follow and are for all of the files. No file is exit status 26. Example:
        `--form-glob 'pictures=@photos/*.jpg;type=image/jpeg'`.

        # form-fields
        The file, or standard input for `-`, is an object such as `{"key": "a.jpg", "acl":
        "private"}`, or one of a presigned POST as S3 and others give it: `{"url": "...", "fields":
        {...}}`. Its fields are sent before all others, in their order, as text; numbers and
        booleans as they are written. null, lists and objects are exit status 2. The `url` is used
        if no other is given; of several files it is the last one. Example: `--form-fields
        presigned.json -F file=@a.jpg`.

        # form-escape
        In names and filenames, a double quote is sent as `\"` and a backslash as `\\`. By default a
        double quote is sent as `%22`, CR as `%0D` and LF as `%0A`, as browsers do.

        # form-lax
        An argument of `-F` with text that curl would drop, outer blanks and line ends included,
        gives a warning and the same bytes as curl. By default it is an error (exit status 2), so
        that nothing is lost.

        # boundary
        1 to 70 letters, digits, blanks and `'()+_,-./:=?`, with no blank at the end. A fixed
        boundary makes the body reproducible. A line of the content, also of a file, that begins
        with `--` and the boundary is exit status 2. By default the boundary is random, or that of a
        `Content-Type` among the headers of `-H`. Example: `--boundary form-7d1b`.

        # chunked
        Standard input and pipes are sent while they are read, with `Transfer-Encoding: chunked`.
        Such a body cannot be sent a second time, so a retry or a redirect that needs it is exit
        status 65. A body whose length is known keeps its `Content-Length`. By default a pipe is
        read to its end first, so that its length is known. Example: `tar cz dir | formpost
        --chunked -F 'file=@-;filename=dir.tgz' URL`.

        # allow-growth
        For a log that is written to while it is sent: the bytes that it had when it was measured
        are sent, and a warning says how many came after. This counts for the files of `-F`, `-d`
        and `-T`, and for standard input from a file. A file that becomes shorter, or is written to
        without becoming longer, is exit status 26 all the same; one that is rewritten and grows
        cannot be told from one that only grows. By default a file that grows is 26, too. Example:
        `formpost --allow-growth -F file=@live.log URL`.

        # max-spool
        In bytes, or with `K`, `M` or `G` after the number. A pipe that gives more is exit status
        26. What is sent while it is read has no limit: `-T -`, and pipes with `--chunked`. By
        default the limit is the free space in the directory for temporary files, and a device
        without an end, such as `/dev/zero`, is refused. Example: `--max-spool 2G`.
        """#
}
