extension OptionTable {
    static let general: [OptionSpec] = [
        .optionalValue(
            "help", short: "h", "topic", as: .common, "Help on all, a group or an option"
        ) {
            $0.action = .help(topic: $1)
        },
        .command("version", short: "V", as: .common, "Print the version") { $0.action = .version },
    ]
}
