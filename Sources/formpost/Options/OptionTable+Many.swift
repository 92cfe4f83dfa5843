import FormEncoding

extension OptionTable {
    /// Several requests in one call.
    static let many: [OptionSpec] = [
        .command("next", short: ":", "Begin another request with options of its own") {
            $0.isFollowed = true
        }.onCurl(.omitted).explained(
            """
            The options after it are for the URLs after it, and begin anew; those that are said to \
            be for all requests count wherever they are. Connections and cookies are kept, so a \
            login can come before an upload. Example: `-b '' -d user=anna URL/login --next -F \
            file=@a.txt URL/upload`.
            """),
        .flag("parallel", short: "Z", "Make the requests side by side") {
            $0.many.isParallel = $1
        }.forAll().onCurl(.omitted).explained(
            """
            The responses are printed whole and in the order of the requests. By default one \
            request is made after the other.
            """),
        .value("parallel-max", "number", .integer(in: 1...300), "Most requests at a time with -Z") {
            $0.many.maximum = $1
        }.forAll().onCurl(.omitted).explained(
            """
            From 1 to 300. The default is 50. Example: `-Z --parallel-max 8`.
            """),
        .flag("parallel-immediate", "Open connections rather than wait to share one") {
            $0.many.isImmediate = $1
        }.forAll().onCurl(.omitted).explained(
            """
            By default requests over HTTP/2 to one host share a connection, and wait for it to be \
            open.
            """),
        .flag("fail-early", "Stop at the first failure") {
            $0.many.failsEarly = $1
        }.forAll().onCurl(.omitted).explained(
            """
            Of several requests those that have not ended are not made, or are ended with `-Z`. By \
            default all are made. The exit status is that of the first failure either way.
            """),
        .value("rate", "number/unit", .rate, "Most requests begun per s, m, h or d") {
            $0.many.interval = $1
        }.forAll().onCurl(.omitted).explained(
            """
            The unit is `s`, `m`, `h` (the default) or `d`, perhaps with a number before it. By \
            default there is no limit. Example: `--rate 2/s`, or `--rate 1/10s`.
            """),
    ]
}
