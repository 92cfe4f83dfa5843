extension OptionTable {
    static let connection: [OptionSpec] = [
        .value(
            "max-time", short: "m", "seconds", .timeLimit, as: .common, "Give up after this long"
        ) {
            $0.connection.maximumTime = $1
        }
    ]
}
