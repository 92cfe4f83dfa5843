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
        }.onCurl(.request),
        .value("output-dir", "dir", .directory, "Directory for the -o file") {
            $0.output.directory = $1
        },
        .flag("create-dirs", "Create missing directories of the -o file") {
            $0.output.createsDirectories = $1
        },
        .flag("clobber", "Replace an existing -o file (default)") {
            $0.output.keepsExisting = !$1
        },
        .flag("remove-on-error", "Keep no response in the -o file after a failure") {
            $0.output.kept = $1 ? .success : .part
        },
        .value("max-filesize", "size", .size, "Largest response to accept") {
            $0.output.maximumSize = $1
        },
        .value(
            "dump-header", short: "D", "file", .outputFile,
            "Write the response headers to this file"
        ) {
            $0.output.headFile = $1
        },
        .flag("include", short: "i", as: .common, "Print the response headers before the body") {
            $0.output.includesHead = $1
        },
        .value("write-out", short: "w", "format", .format, "Print variables at the end") {
            $0.output.writeOut = $1
        }.withoutCaptures(),
        .value("pretty", "mode", .word, "Indent answers in JSON: auto, on or off") {
            $0.output.pretty = $1
        }.onCurl(.omitted),
        .command("no-buffer", short: "N", "Write the response as it arrives (always on)") { _ in },
    ]

    private static let success: [OptionSpec] = [
        .command("fail", short: "f", as: .common, "Print no body unless the status is a success") {
            $0.output.badStatus = .bodySuppressed
        }.onCurl(.inEffect { $0.output.badStatus == .bodySuppressed }),
        .command("fail-with-body", "Print the body whatever the status is (default)") {
            $0.output.badStatus = .reported
        }.onCurl(.inEffect { $0.output.badStatus == .reported }),
        .command("no-fail", as: .common, "Exit with 0 whatever the status is") {
            $0.output.badStatus = .accepted
        }.onCurl(.omitted),
        .value("expect", "what", .expectation, "What the response must have") {
            $0.output.expectations.append($1)
        }.onCurl(.missing),
        .value("expect-status", "list", .statuses, "Statuses that count as success") {
            $0.output.expectedStatuses = $1
        }.onCurl(.missing),
    ]

    private static let log: [OptionSpec] = [
        .sharedFlag(
            "silent", short: "s", as: .common, "No status line, progress, warnings or errors"
        ) {
            $0.display.isSilent = $1
        },
        .sharedFlag("show-error", short: "S", as: .common, "Print errors and warnings even with -s")
        {
            $0.display.showsErrors = $1
        },
        .sharedFlag("verbose", short: "v", as: .common, "Print what is sent and received") {
            $0.display.isVerbose = $1
        },
        .sharedValue(
            "trace", "file", .nonEmpty(.output(.trace)),
            "Write all that is sent and received, in hex"
        ) {
            $0.display.trace = .hexadecimal(path: $1)
        },
        .sharedValue(
            "trace-ascii", "file", .nonEmpty(.output(.trace)), "As --trace, without the hex"
        ) {
            $0.display.trace = .ascii(path: $1)
        },
        .sharedFlag("trace-time", "Put the time before each line of -v and --trace") {
            $0.display.tracesTime = $1
        },
        .sharedValue("stderr", "file", .outputFile, "Write messages to this file") {
            $0.display.errorFile = $1
        },
        .sharedValue(
            "progress", "mode", .word,
            "How to show progress"
        ) {
            $0.display.progress = $1
        }.onCurl(.omitted),
        .sharedValue(
            "progress-to", "file|fd", .progressChannel, "Write progress in JSON to this file"
        ) {
            $0.display.progressFile = $1
        }.onCurl(.omitted),
        .sharedFlag("progress-bar", short: "#", "Show a bar (--progress bar)") {
            if $1 {
                $0.display.progress = .bar
            } else if $0.display.progress == .bar {
                $0.display.progress = .auto
            }
        },
        .sharedFlag("progress-meter", "Show progress (--progress auto)") {
            $0.display.progress = $1 ? .auto : .none
        },
    ]

    private static let preview: [OptionSpec] = [
        OptionSpec(
            "dry-run", .attached("mode"), as: .common, "Send nothing; show what would be sent",
            isNegatable: true,
            effect: .run { (run, use) throws(Failure) in
                let mode =
                    use.argument == nil
                    ? .table : try ValueKind<RunSettings.ShownRequest>.word.parse(use)
                run.preview.request = use.isOn ? mode : nil
                if !use.isOn { run.preview.printsCurl = false }
            }
        ).suggesting(["table", "raw"]).onCurl(.omitted),
        .sharedFlag("curl", "Send nothing; print a curl command that does") {
            $0.preview.printsCurl = $1
        }.onCurl(.omitted),
        .sharedValue("dump-body", "file", .outputFile, "Send nothing; write the body to this file")
        {
            $0.preview.bodyFile = $1
        }.onCurl(.omitted),
    ]
}
