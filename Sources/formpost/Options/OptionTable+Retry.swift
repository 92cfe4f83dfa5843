extension OptionTable {
    static let retry: [OptionSpec] = [
        .value(
            "retry", "number", .integer(in: 0...Int(Int32.max)), as: .common,
            "Try again after a failure that may pass"
        ) {
            $0.retry.maximum = $1
        }.explained(
            """
            After time-outs, hosts that cannot be resolved, and the statuses 408, 429, 500, \
            502, 503, 504, 522 and 524. The pause is one second, then twice as long each time, up \
            to ten minutes, unless the server names a longer one. Where `--max-time` or \
            `--retry-max-time` leaves no time for the pause, the answer is the final one; so it is \
            without these where the server names more than six hours. The whole body is sent again.
            """),
        .value("retry-delay", "seconds", .timeLimit, "Wait this long before each retry") {
            $0.retry.delay = $1
        },
        .value("retry-max-time", "seconds", .timeLimit, "Stop retrying after this many seconds") {
            $0.retry.maximumTime = $1
        },
        .flag("retry-connrefused", "Retry after a refused connection, too") {
            $0.retry.retriesRefusedConnections = $1
        },
        .flag("retry-all-errors", "Retry after any failure or status over 399") {
            $0.retry.retriesAllErrors = $1
        },
    ]
}
