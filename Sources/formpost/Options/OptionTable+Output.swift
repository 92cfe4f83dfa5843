extension OptionTable {
    static let output: [OptionSpec] = [
        .value("output", short: "o", "file", .path, as: .common, "Write the response body here") {
            $0.output.files.append($1)
        },
        .flag("include", short: "i", as: .common, "Print the head of the response before its body")
        {
            $0.output.includesHead = $1
        },
        .flag("silent", short: "s", as: .common, "No status line, progress, warnings or errors") {
            $0.output.isSilent = $1
        },
        .flag("show-error", short: "S", as: .common, "Print errors even with -s") {
            $0.output.showsErrors = $1
        },
        .command("fail", short: "f", as: .common, "Print no body when the status is not 2xx") {
            $0.output.failure = .bodySuppressed
        },
        .command("fail-with-body", "Print the body all the same (the default)") {
            $0.output.failure = .reported
        },
        .command("no-fail", as: .common, "Exit with 0 whatever the status is") {
            $0.output.failure = .accepted
        },
        .value("expect-status", "list", .statuses, "Take these for a success: 2xx,409") {
            $0.output.expectedStatuses = $1
        },
        .flag("verbose", short: "v", as: .common, "Tell what is sent and received") {
            $0.output.isVerbose = $1
        },
    ]
}
