extension Texts {
    /// The options about data.
    static let dataOptions = #"""
        # data
        Sends a POST with `Content-Type: application/x-www-form-urlencoded`. The data is sent
        unchanged; several uses are joined by `&`. `@file` sends a file without its line ends and
        NUL bytes, and `@-` standard input. Example: `-d name=anna -d age=7`.

        # data-ascii
        Another name for `-d`, as in curl.

        # data-raw
        As `-d`, but `@` has no meaning. Example: `--data-raw '@anna'`.

        # data-binary
        As `-d`, but a file keeps its line ends and NUL bytes. It is read while it is sent, whatever
        its size. Example: `--data-binary @dump.bin -H 'Content-Type: application/octet-stream'`.

        # data-urlencode
        As `-d`, and encodes the content: all bytes except letters, digits and `-._~` are escaped,
        and a blank becomes `+`. The value is `content`, `=content`, `name=content`, `@file` or
        `name@file`; the name is sent unchanged. Example: `--data-urlencode 'comment=Tom & Anna'`.

        # json
        As `--data-binary`, with `Content-Type: application/json` and `Accept: application/json`
        unless `-H` sets them. Several uses are joined, with nothing between them. Example: `--json
        '{"name": "anna"}'`.

        # get
        The data of `-d` and related options is added to the query of the URL, with `%23` for a `#`,
        and no body is sent.
        Example: `-G --data-urlencode 'q=a b'`.

        # upload-file
        The file is the body; no Content-Type is sent unless `-H` sets it. If the path of the URL
        ends with `/`, the name of the file is added to it. `-` and `.` are standard input: a pipe
        is sent in chunks while it is read, or with `-H 'Content-Length: N'` as N bytes; fewer or
        more bytes are a failure. Example: `-T a.jar https://example.com/files/`.
        """#
}
