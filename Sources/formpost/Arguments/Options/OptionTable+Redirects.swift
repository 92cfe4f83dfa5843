import FormUpload

extension OptionTable {
    static let redirects: [OptionSpec] = [
        .flag("location", short: "L", as: .common, \.redirects.follows),
        .flag("location-trusted") {
            $0.redirects.follows = $1
            $0.redirects.trustsEveryHost = $1
        },
        .value("max-redirs", "number", .integer(in: -1...Int(Int32.max))) {
            $0.redirects.maximum = $1 < 0 ? nil : $1
        },
        repeatsBody(after: 301),
        repeatsBody(after: 302),
        repeatsBody(after: 303),
        .value("proto", "protocols", .protocols) {
            settings, list in
            settings.pass(.protocols, .number(CURLSetting.mask(ofSchemes: list.schemes)))
        }.suggesting(protocols),
        .value("proto-redir", "protocols", .protocols) {
            $0.redirects.schemes = $1.schemes
            $0.redirects.leavesTLS = $1.named.contains("http")
        }.suggesting(protocols),
    ]

    private static let protocols = ["=https", "=http", "all", "http", "https"]

    private static func repeatsBody(after status: Int) -> OptionSpec {
        .flag("post\(status)") { settings, isOn in
            if isOn {
                settings.redirects.repeatsBodyAfter.insert(status)
            } else {
                settings.redirects.repeatsBodyAfter.remove(status)
            }
        }
    }
}

extension CURLSetting {
    /// The schemes that `--proto` allows; `nil`: it is another option.
    var allowedSchemes: Set<String>? {
        guard option == .protocols, case .number(let mask) = value else { return nil }
        return Set(Self.schemes.filter { mask & $0.value != 0 }.keys)
    }

    fileprivate static func mask(ofSchemes schemes: Set<String>) -> Int64 {
        schemes.reduce(0) { $0 | (Self.schemes[$1] ?? 0) }
    }

    /// `CURLPROTO_HTTP` and `CURLPROTO_HTTPS`.
    private static let schemes: [String: Int64] = ["http": 1, "https": 2]
}
