import FormEncoding
import FormUpload

extension OptionTable {
    static let output: [OptionSpec] = files + success + log + secrets + preview

    private static let files: [OptionSpec] = [
        .value(
            "output", short: "o", "file", .nonEmpty(.output(.response)), as: .common,
            "Write the response body to this file"
        ) {
            $0.output.files.append($1)
        }.explained(
            """
            The file is put in place when the response is whole, also if its status is a failure \
            (exit status 22) or it came before the whole body was sent (55). Until then, after \
            any other failure, and with `-f` or `--remove-on-error` after these, too, an older \
            file stays as it was. A file that the command reads is replaced after a success \
            only. A device, a FIFO or `/dev/fd/3` is \
            written as the response comes. `-` is standard output, the default, and prints \
            binary data on a terminal, too. Example: `-o answer.json`.
            """),
        .value("output-dir", "dir", .directory, "Directory for the -o file") {
            $0.output.directory = $1
        }.explained(
            """
            It goes before the name that `-o` gives, and must exist unless `--create-dirs` \
            is given. Example: `--output-dir answers -o 1.json`.
            """),
        .flag("create-dirs", "Create missing directories of the -o file") {
            $0.output.createsDirectories = $1
        }.explained("By default a missing directory is exit status 23."),
        .flag("clobber", "Replace an existing -o file (default)") {
            $0.output.keepsExisting = !$1
        }.explained(
            """
            With `--no-clobber` an existing file stays, and the response goes to the first \
            free name of `file.1` to `file.100`.
            """),
        .flag("remove-on-error", "Keep no response in the -o file after a failure") {
            $0.output.kept = $1 ? .success : .part
        }.explained(
            """
            Without it, a response that is whole is kept, whatever its status is. An older file \
            stays as it was. With `--no-remove-on-error`, the part of a response that came before a failure \
            is kept in the file of `-o`, also after Ctrl-C or another signal that ends the \
            command.
            """),
        .value("max-filesize", "size", .size, "Largest response to accept") {
            $0.output.maximumSize = $1
        }.explained(
            """
            In bytes, or with `K`, `M` or `G`. A larger response is exit status 63: before \
            its body if its `Content-Length` tells, or else when that much has come. By \
            default, or with 0, there is no limit.
            """),
        .value(
            "dump-header", short: "D", "file", .outputFile,
            "Write the response headers to this file"
        ) {
            $0.output.headFile = $1
        }.explained(
            """
            The heads of all responses, with redirects and 100 Continue, in the order in \
            which they come. `-` is standard output; the status line on standard error is left \
            out then. Example: `-D head.txt`.
            """),
        .flag("include", short: "i", as: .common, "Print the response headers before the body") {
            $0.output.includesHead = $1
        }.explained(
            """
            They go where the body goes, with a blank line between. The status line on \
            standard error is left out.
            """),
        .value("write-out", short: "w", "format", .textOrFile, "Print variables at the end") {
            $0.output.writeOut = $1
        }.withoutCaptures().completing(.writeOut).explained(
            """
            The format is text with `%{name}` for a variable (see WRITE-OUT VARIABLES), \
            `%header{name}` for a header of the response, `%capture{name}` for what `--capture` has \
            taken from it, `%output{file}` to send what \
            follows to a file (`%output{>>file}` appends), `%{stderr}` and `%{stdout}` to \
            send it there, and `%{onerror}` to print what follows only after a failure. `%%` \
            is a percent sign; `\\n`, `\\t` and `\\r` are escapes. `@file` reads the format \
            from a file, `@-` from standard input. An unknown variable is exit status 2. By \
            default nothing is printed. Example: `-w '%{http_code} %{time_total}\\n'`.
            """),
        .value("pretty", "mode", .word, "Indent answers in JSON: auto, on or off") {
            $0.output.pretty = $1
        }.onCurl(.omitted).explained(
            """
            `auto`, the default, indents and colours them on a terminal and passes them on as \
            they are elsewhere. `on` indents them in a pipe too, without colours. `off` prints \
            their bytes. Only blanks between values are changed; from the first byte that is not \
            JSON, the rest is printed as it is. On a terminal, control characters in them are \
            shown as `\\x1b`. The file of `-o` gets the bytes always. Example: `formpost \
            --pretty on -F a=b URL | less`.
            """),
        .command("no-buffer", short: "N", "Write the response as it arrives (always on)") { _ in }
            .explained(
                """
                It is accepted because curl has it, and changes nothing: output is never \
                buffered, apart from a response that `--retry` may replace.
                """),
    ]

    private static let success: [OptionSpec] = [
        .command("fail", short: "f", as: .common, "Print no body unless the status is a success") {
            $0.output.badStatus = .bodySuppressed
        }.onCurl(.inEffect { $0.output.badStatus == .bodySuppressed }).explained(
            """
            The exit status is 22 with or without it. By default the body is printed \
            whatever the status is.
            """),
        .command("fail-with-body", "Print the body whatever the status is (default)") {
            $0.output.badStatus = .reported
        }.onCurl(.inEffect { $0.output.badStatus == .reported }).explained(
            """
            It undoes `--fail` and `--no-fail`; a status that is not a success is exit \
            status 22.
            """),
        .command("no-fail", as: .common, "Exit with 0 whatever the status is") {
            $0.output.badStatus = .accepted
        }.onCurl(.omitted).explained(
            """
            As curl does without `--fail`. By default a final status that is not 2xx is exit \
            status 22.
            """),
        .value("expect", "what", .expectation, "What the response must have") {
            $0.output.expectations.append($1)
        }.completing(.capture).onCurl(.missing).explained(
            """
            For services that answer 200 also where they refuse. A response with a final status that is \
            a success must have all of them; otherwise it is exit status 22, and the message says what \
            was found. `--retry` sends the request again, and `--journal` does not note the file. \
            `json:/POINTER` must have a value, or with `=VALUE` this one, as in `json:/ok=true` (a `=` in the \
            pointer is written `\\=`); the same goes for `header:NAME`, `cookie:NAME`, `input:NAME` and `meta:NAME`, as in \
            `--capture`. `text:TEXT` must be in the body, of which 4 MiB are searched. By default the \
            status alone counts. Example: `--expect json:/ok=true`.
            """),
        .value("expect-status", "list", .statuses, "Statuses that count as success") {
            $0.output.expectedStatuses = $1
        }.onCurl(.missing).explained(
            """
            A list with commas of statuses, classes and ranges. Any other final status is \
            exit status 22. The default is `2xx`. Example: `--expect-status \
            2xx,409,300-303`.
            """),
    ]

    private static let log: [OptionSpec] = [
        .flag("silent", short: "s", as: .common, "No status line, progress, warnings or errors") {
            $0.output.isSilent = $1
        }.forAll().explained(
            """
            With `-S` errors and warnings are printed again. The exit status stays the same. What is wrong \
            with the command line (exit status 2) is printed all the same.
            """),
        .flag("show-error", short: "S", as: .common, "Print errors and warnings even with -s") {
            $0.output.showsErrors = $1
        }.forAll().explained(
            """
            By default `-s` silences them. Warnings say that the request may not be what was \
            meant: a text was sent where a file of that name exists. curl's `-S` prints errors \
            alone. Example: `-sS` in scripts.
            """),
        .flag("verbose", short: "v", as: .common, "Print what is sent and received") {
            $0.output.isVerbose = $1
        }.forAll().explained(
            """
            On standard error: lines with `>` were sent, lines with `<` were received, and \
            lines with `*` say what happens. Bodies are not shown, and control characters as \
            `\\x1b`; `--trace` has all bytes. Credentials are masked; see `--show-secrets`.
            """),
        .value(
            "trace", "file", .nonEmpty(.output(.trace)),
            "Write all that is sent and received, in hex"
        ) {
            $0.output.trace = .hexadecimal(path: $1)
        }.forAll().explained(
            """
            Bodies too, each byte in hexadecimal and as text. `-` is standard output, `%` \
            standard error. Credentials are masked. Example: `--trace trace.txt`.
            """),
        .value("trace-ascii", "file", .nonEmpty(.output(.trace)), "As --trace, without the hex") {
            $0.output.trace = .ascii(path: $1)
        }.forAll().explained("`-` is standard output, `%` standard error. Credentials are masked."),
        .flag("trace-time", "Put the time before each line of -v and --trace") {
            $0.output.tracesTime = $1
        }.forAll().explained("The time of day with microseconds. Off by default."),
        .value("stderr", "file", .outputFile, "Write messages to this file") {
            $0.output.errorFile = $1
        }.forAll().explained(
            """
            Errors, warnings, the status line, progress, `-v` and `%{stderr}` go there instead \
            of to standard error; only errors of the command line itself come before the file is \
            opened. `-` is standard output. Example: `--stderr upload.log`.
            """),
        .value(
            "progress", "mode", .word,
            "How to show progress"
        ) {
            $0.output.progress = $1
        }.onCurl(.omitted).forAll().explained(
            """
            `auto`, the default, is a bar if standard error is a terminal and the upload \
            takes more than a second, and `plain` in a job of continuous integration, terminal or not \
            (see ENVIRONMENT). `bar` is a bar in any case. `plain` is a line every few seconds, and at \
            least every 30 seconds, for logs. `none` shows nothing. After a bar, the status line says \
            how much was sent in what time. Where a call makes many requests, \
            `auto` and `bar` are one line for all on a terminal, and `auto` is elsewhere a line for \
            each; a response that is printed on the terminal has that line before it. `json` is for \
            programs: see PROGRESS STREAM.
            """),
        .value("progress-to", "file|fd", .progressChannel, "Write progress in JSON to this file") {
            $0.output.progressFile = $1
        }.onCurl(.omitted).forAll().explained(
            """
            The stream of `--progress json` goes there, and progress is shown as without it. A number \
            is an open descriptor, `-` standard output. See PROGRESS STREAM. Example: `--progress-to 3 \
            3>progress.jsonl`.
            """),
        .flag("progress-bar", short: "#", "Show a bar (--progress bar)") {
            if $1 {
                $0.output.progress = .bar
            } else if $0.output.progress == .bar {
                $0.output.progress = .auto
            }
        }.forAll().explained("A bar on standard error, whether it is a terminal or not."),
        .flag("progress-meter", "Show progress (--progress auto)") {
            $0.output.progress = $1 ? .auto : .none
        }.forAll().explained(
            """
            With `--no-progress-meter` no progress is shown, as with `--progress none`; \
            messages are.
            """),
    ]

    private static let preview: [OptionSpec] = [
        OptionSpec(
            "dry-run", .attached("mode"), as: .common, "Send nothing; show what would be sent",
            isNegatable: true
        ) { (settings, use) throws(UsageError) in
            let mode =
                use.argument == nil ? .table : try ValueKind<Settings.ShownRequest>.word.parse(use)
            settings.output.shownRequest = use.isOn ? mode : nil
            if !use.isOn { settings.output.printsCurl = false }
        }.onCurl(.omitted).forAll().explained(
            """
            Everything is checked as for an upload. The head of the request is shown, with \
            credentials masked, and a table of the parts with their sizes: the mode `table`. \
            `--dry-run=raw` writes the exact bytes of the request, with its credentials. A pipe \
            is not read: its size is left out, and with `raw` it is exit status 2. Example: \
            `formpost --dry-run -F file=@a.txt URL`.
            """),
        .flag("curl", "Send nothing; print a curl command that does") {
            $0.output.printsCurl = $1
        }.onCurl(.omitted).forAll().explained(
            """
            It includes `--dry-run`. The line is for a POSIX shell, and curl 7.88.1 sends the \
            same request with it: `--form-string` and quotes are used where curl would change \
            a text, and media types that curl does not know are given. Secrets are variables \
            such as `$PASSWORD` or `$TOKEN`, named after their option, header or field, unless \
            `--show-secrets` is given. Options of configuration files are included. An option \
            that curl does not have is left out with a warning. Redirects and exit statuses \
            are curl's own (see DIFFERENCES FROM CURL). Example: `--dry-run --curl`.
            """),
        .value("dump-body", "file", .outputFile, "Send nothing; write the body to this file") {
            $0.output.bodyFile = $1
        }.onCurl(.omitted).forAll().explained(
            """
            The exact bytes of the body, none if the request has no body; `-` is standard \
            output. With `--boundary` they are \
            the same each time. Example: `--boundary b --dump-body body.bin`.
            """),
    ]
}
