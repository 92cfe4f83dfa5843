extension OptionTable {
    /// Several requests in one call.
    static let many: [OptionSpec] = [
        OptionSpec("next", short: ":", .none, effect: .next).onCurl(.omitted),
        .value(
            "capture", "name=source", .init(meaning: .capture, parse: Capture.init),
            adding: \.captures
        ).onCurl(.missing),
        .value("each", "[name=]@pattern", .each) {
            if $1.each?.name == nil {
                $0.data.each.append($1)
            } else {
                $0.form.fields.append($1)
            }
        }.onCurl(.request),
        .flag("each-null") {
            $0.each.listEnd = $1 ? .nul : .lineEnd
        }.onCurl(.omitted),
        .sharedFlag("parallel", short: "Z", \.parallel.isOn).onCurl(.omitted),
        .sharedValue("parallel-max", "number", .integer(in: 1...300), \.parallel.maximum)
            .onCurl(.omitted),
        .sharedFlag("parallel-immediate", \.parallel.isImmediate).onCurl(.omitted),
        .sharedValue("journal", "file", .journal, \.journal.path).onCurl(.missing),
        .sharedFlag("journal-content", \.journal.isByContent).onCurl(.omitted),
        .sharedFlag("fail-early", \.parallel.failsEarly),
        .sharedValue("rate", "number/unit", .rate, \.parallel.interval).onCurl(.omitted),
    ]
}
