import FormEncoding

extension OptionTable {
    static let output: [OptionSpec] = files + success + log + preview

    private static let files: [OptionSpec] = [
        .value(
            "output", short: "o", "file", .nonEmpty(.output(.response)), as: .common,
            "Write the response body here"
        ) {
            $0.output.files.append($1)
        }.explained(
            """
            The file appears when the response is whole; what was there before stays until \
            then. `-` is standard output.
            """),
        .value("output-dir", "dir", .directory, "Where the file of -o is") {
            $0.output.directory = $1
        },
        .flag("create-dirs", "Make the directories of the file of -o") {
            $0.output.createsDirectories = $1
        },
        .flag("clobber", "Write over an existing file of -o (default)") {
            $0.output.keepsExisting = !$1
        },
        .flag("remove-on-error", "Leave no part of a response in -o (always so)") {
            _, _ in
        },
        .value("max-filesize", "size", .size, "Take no larger response") {
            $0.output.maximumSize = $1
        },
        .value("dump-header", short: "D", "file", .outputFile, "Write the response heads here") {
            $0.output.headFile = $1
        },
        .flag("include", short: "i", as: .common, "Print the head of the response before its body")
        {
            $0.output.includesHead = $1
        },
        .value("write-out", short: "w", "format", .textOrFile, "Print this at the end") {
            $0.output.writeOut = $1
        }.explained(
            """
            `%{name}` is a variable, `%header{name}` a header of the response, \
            `%output{file}` sends what follows to a file, `%%` is a percent sign; `\\n`, \
            `\\t` and `\\r` are escapes; `@file` reads the format from a file. The variables \
            are `\(WriteOutVariables.names.joined(separator: "`, `"))`.
            """),
        .command("no-buffer", short: "N", "Write what arrives at once (always so)") { _ in },
    ]

    private static let success: [OptionSpec] = [
        .command("fail", short: "f", as: .common, "Print no body when the status is not 2xx") {
            $0.output.failure = .bodySuppressed
        },
        .command("fail-with-body", "Print the body whatever the status is (default)") {
            $0.output.failure = .reported
        },
        .command("no-fail", as: .common, "Exit with 0 whatever the status is") {
            $0.output.failure = .accepted
        },
        .value("expect-status", "list", .statuses, "Take these for a success: 2xx,409") {
            $0.output.expectedStatuses = $1
        }.explained(
            """
            A list of statuses, classes and ranges, such as `2xx,409` or `200-204`. Any \
            other final status is exit status 22.
            """),
    ]

    private static let log: [OptionSpec] = [
        .flag("silent", short: "s", as: .common, "No status line, progress, warnings or errors") {
            $0.output.isSilent = $1
        }.explained("With `-S`, errors are printed all the same."),
        .flag("show-error", short: "S", as: .common, "Print errors even with -s") {
            $0.output.showsErrors = $1
        },
        .flag("verbose", short: "v", as: .common, "Tell what is sent and received") {
            $0.output.isVerbose = $1
        }.explained(
            """
            Lines that begin with `>` were sent, those with `<` received, those with `*` \
            tell what happens. Credentials are masked.
            """),
        .value("trace", "file", .outputFile, "Write all that is sent and received here, in hex") {
            $0.output.trace = .hexadecimal(path: $1)
        },
        .value("trace-ascii", "file", .outputFile, "As --trace, without the hex") {
            $0.output.trace = .ascii(path: $1)
        },
        .flag("trace-time", "Put the time before each line of -v and --trace") {
            $0.output.tracesTime = $1
        },
        .flag("show-secrets", "Do not mask credentials in -v, --trace and -w") {
            $0.output.showsSecrets = $1
        },
        .value("secret-field", "name", .nonEmpty, "Mask this header or form field, too") {
            $0.output.secretFields.append($1)
        }.explained(
            """
            In all that is shown of an upload, `--trace` of a body too: the values of header \
            fields and of fields of the form with this name, in any letter case.
            """),
        .value("stderr", "file", .outputFile, "Write errors and all other notes here") {
            $0.output.errorFile = $1
        },
        .value(
            "progress", "mode", .word,
            "Show progress: auto bar plain json none"
        ) {
            $0.output.progress = $1
        }.explained(
            """
            `auto` is a bar on a terminal when an upload takes more than about a second; \
            `plain` is a line every few seconds; `json` is an object a line, for programs.
            """),
        .flag("progress-bar", short: "#", "Show a bar (--progress bar)") {
            $0.output.progress = $1 ? .bar : .auto
        },
        .flag("progress-meter", "Show progress (--progress auto)") {
            $0.output.progress = $1 ? .auto : .none
        },
    ]

    private static let preview: [OptionSpec] = [
        .flag("dry-run", as: .common, "Send nothing; show what would be sent") {
            $0.output.isDryRun = $1
        }.explained(
            """
            Everything is checked as for an upload. On a terminal the request head and a \
            table of the parts are shown; in a pipe the exact request is written, credentials \
            and all. Standard input is not read.
            """),
        .value("dump-body", "file", .outputFile, "Send nothing; write the body here") {
            $0.output.bodyFile = $1
        }.explained("The exact bytes; with `--boundary` they are the same each time."),
    ]
}
