extension OptionTable {
    static let output: [OptionSpec] = files + success + log + secrets + preview

    private static let files: [OptionSpec] = [
        .value(
            "output", short: "o", "file", .nonEmpty(.output(.response)), as: .common,
            adding: \.output.files
        ).onCurl(.request),
        .value("output-dir", "dir", .directory, \.output.directory),
        .flag("create-dirs", \.output.createsDirectories),
        .flag("clobber") {
            $0.output.keepsExisting = !$1
        },
        .flag("remove-on-error") {
            $0.output.kept = $1 ? .success : .part
        },
        .value("max-filesize", "size", .size, \.output.maximumSize),
        .value("dump-header", short: "D", "file", .outputFile, \.output.headFile),
        .flag("include", short: "i", as: .common, \.output.includesHead),
        .value("write-out", short: "w", "format", .format, \.output.writeOut).withoutCaptures(),
        .value("pretty", "mode", .word, \.output.pretty).onCurl(.omitted),
        .command("no-buffer", short: "N") { _ in },
    ]

    private static let success: [OptionSpec] = [
        .command("fail", short: "f", as: .common) {
            $0.output.badStatus = .bodySuppressed
        }.onCurl(.inEffect { $0.output.badStatus == .bodySuppressed }),
        .command("fail-with-body") {
            $0.output.badStatus = .reported
        }.onCurl(.inEffect { $0.output.badStatus == .reported }),
        .command("no-fail", as: .common) {
            $0.output.badStatus = .accepted
        }.onCurl(.omitted),
        .value(
            "expect", "what", .init(meaning: .expectation, parse: Expectation.init),
            adding: \.output.expectations
        ).onCurl(.missing),
        .value("expect-status", "list", .statuses, \.output.expectedStatuses).onCurl(.missing),
    ]

    private static let log: [OptionSpec] = [
        .sharedFlag("silent", short: "s", as: .common, \.display.isSilent),
        .sharedFlag("show-error", short: "S", as: .common, \.display.showsErrors),
        .sharedFlag("verbose", short: "v", as: .common, \.display.isVerbose),
        .sharedValue("trace", "file", .nonEmpty(.output(.trace))) {
            $0.display.trace = .hexadecimal(path: $1)
        },
        .sharedValue("trace-ascii", "file", .nonEmpty(.output(.trace))) {
            $0.display.trace = .ascii(path: $1)
        },
        .sharedFlag("trace-time", \.display.tracesTime),
        .sharedValue("stderr", "file", .outputFile, \.display.errorFile),
        .sharedValue("progress", "mode", .word, \.display.progress).onCurl(.omitted),
        .sharedValue("progress-to", "file|fd", .progressChannel, \.display.progressFile)
            .onCurl(.omitted),
        .sharedFlag("progress-bar", short: "#") {
            if $1 {
                $0.display.progress = .bar
            } else if $0.display.progress == .bar {
                $0.display.progress = .auto
            }
        },
        .sharedFlag("progress-meter") {
            $0.display.progress = $1 ? .auto : .none
        },
    ]

    private static let preview: [OptionSpec] = [
        OptionSpec(
            "dry-run", .attached("mode"), as: .common, isNegatable: true,
            effect: .run { (run, use) throws(Failure) in
                let mode =
                    use.argument == nil
                    ? .table : try ValueKind<RunSettings.ShownRequest>.word.parse(use)
                run.preview.request = use.isOn ? mode : nil
                if !use.isOn { run.preview.printsCurl = false }
            }
        ).suggesting(["table", "raw"]).onCurl(.omitted),
        .sharedFlag("curl", \.preview.printsCurl).onCurl(.omitted),
        .sharedValue("dump-body", "file", .outputFile, \.preview.bodyFile).onCurl(.omitted),
    ]
}
