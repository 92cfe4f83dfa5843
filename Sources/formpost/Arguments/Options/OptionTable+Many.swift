import FormEncoding

extension OptionTable {
    /// Several requests in one call.
    static let many: [OptionSpec] = [
        OptionSpec(
            "next", short: ":", .none, "Begin another request with options of its own",
            effect: .next
        ).onCurl(.omitted),
        .value("capture", "name=source", .capture, "Set a variable from the response") {
            $0.captures.append($1)
        }.onCurl(.missing),
        .value("each", "[name=]@pattern", .each, "Send one request for each file") {
            if $1.each?.name == nil {
                $0.data.each.append($1)
            } else {
                $0.form.fields.append($1)
            }
        }.onCurl(.request),
        .flag("each-null", "Paths in the lists of --each end with NUL") {
            $0.each.listEnd = $1 ? .nul : .lineEnd
        }.onCurl(.omitted),
        .sharedFlag("parallel", short: "Z", "Make the requests side by side") {
            $0.parallel.isOn = $1
        }.onCurl(.omitted),
        .sharedValue(
            "parallel-max", "number", .integer(in: 1...300), "Most requests at a time with -Z"
        ) {
            $0.parallel.maximum = $1
        }.onCurl(.omitted),
        .sharedFlag("parallel-immediate", "Open connections rather than wait to share one") {
            $0.parallel.isImmediate = $1
        }.onCurl(.omitted),
        .sharedValue("journal", "file", .journal, "Note uploaded files here, and skip noted ones") {
            $0.journal.path = $1
        }.onCurl(.missing),
        .sharedFlag("journal-content", "The journal knows files by content, not by time") {
            $0.journal.isByContent = $1
        }.onCurl(.omitted),
        .sharedFlag("fail-early", "Stop at the first failure") {
            $0.parallel.failsEarly = $1
        },
        .sharedValue("rate", "number/unit", .rate, "Most requests begun per s, m, h or d") {
            $0.parallel.interval = $1
        }.onCurl(.omitted),
    ]
}
