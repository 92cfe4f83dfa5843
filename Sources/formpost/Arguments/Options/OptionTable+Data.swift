import FormEncoding

extension OptionTable {
    static let data: [OptionSpec] = pieces + places

    private static let pieces: [OptionSpec] = [
        .value("data", short: "d", "data", .data(.text), "Send data, or @file") {
            $0.data.pieces.append($1)
        }.hiding(.data).explained(
            """
            Sends a POST with `Content-Type: application/x-www-form-urlencoded`. The data is \
            sent as it is; several uses are joined by `&`. `@file` sends a file without its \
            line ends and NUL bytes, and `@-` standard input. Example: `-d name=anna -d \
            age=7`.
            """),
        .value("data-ascii", "data", .data(.text), "Send data as -d does") {
            $0.data.pieces.append($1)
        }.hiding(.data).explained("Another name of `-d`, as in curl."),
        .value("data-raw", "data", .data(.raw), "Send data, taken literally") {
            $0.data.pieces.append($1)
        }.hiding(.data).explained(
            "As `-d`, but `@` has no meaning. Example: `--data-raw '@anna'`."),
        .value("data-binary", "data", .data(.binary), "Send data, or @file byte for byte") {
            $0.data.pieces.append($1)
        }.hiding(.data).explained(
            """
            As `-d`, but a file keeps its line ends and NUL bytes. It is read while it is \
            sent, whatever its size. Example: `--data-binary @dump.bin -H 'Content-Type: \
            application/octet-stream'`.
            """),
        .value("data-urlencode", "data", .data(.urlEncoded), "Send data, URL-encoded") {
            $0.data.pieces.append($1)
        }.hiding(.data).explained(
            """
            As `-d`, and encodes the content: all bytes but letters, digits and `-._~` are \
            escaped, and a blank becomes `+`. The value is `content`, `=content`, \
            `name=content`, `@file` or `name@file`; the name is sent as it is. Example: \
            `--data-urlencode 'comment=Tom & Anna'`.
            """),
        .value("json", "data", .data(.json), "Send JSON, or @file") {
            $0.data.pieces.append($1)
        }.hiding(.data).explained(
            """
            As `--data-binary`, with `Content-Type: application/json` and `Accept: \
            application/json` unless `-H` sets them. Several uses are sent one after the \
            other, with nothing between them. Example: `--json '{"name": "anna"}'`.
            """),
    ]

    private static let places: [OptionSpec] = [
        .flag("get", short: "G", "Send the data in the URL of a GET request") {
            $0.data.isQuery = $1
        }.explained(
            """
            What `-d` and its relatives say is added to the query of the URL, and no body is \
            sent. Example: `-G --data-urlencode 'q=a b'`.
            """),
        .value("upload-file", short: "T", "file", .upload, "Send a file with PUT") {
            $0.data.files.append($1)
        }.explained(
            """
            The file is the body; no Content-Type is sent unless `-H` sets it. Where the \
            path of the URL ends with `/`, the name of the file is added to it. `-` and `.` \
            are standard input: from a pipe it is sent in chunks while it is read, or with `-H \
            'Content-Length: N'` as N bytes, and fails if there are fewer or more. Example: \
            `-T a.jar https://example.com/files/`.
            """),
    ]
}
