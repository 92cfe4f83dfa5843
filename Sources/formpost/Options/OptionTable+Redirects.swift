import FormEncoding

extension OptionTable {
    static let redirects: [OptionSpec] = [
        .flag("location", short: "L", as: .common, "Follow redirects") {
            $0.redirects.follows = $1
        }.explained(
            """
            After 307 and 308 the body is sent again in full; after 301, 302 and 303 the \
            request becomes GET. Credentials go to no other host, port or scheme. A redirect \
            that is not followed is exit status 22.
            """),
        .flag("location-trusted", "As -L, with credentials for any host") {
            $0.redirects.follows = $1
            $0.redirects.trustsEveryHost = $1
        },
        .value(
            "max-redirs", "number", .integer(in: -1...Int(Int32.max)),
            "Follow so many at most; -1 is no limit"
        ) {
            $0.redirects.maximum = $1 < 0 ? nil : $1
        },
        repeatsBody(after: 301),
        repeatsBody(after: 302),
        repeatsBody(after: 303),
        .value("proto", "protocols", .protocols, "Allow these, too; =https allows no other") {
            settings, schemes in
            settings.pass(.protocols, .number(mask(schemes)))
        },
        .value("proto-redir", "protocols", .protocols, "Follow redirects to these only") {
            $0.redirects.schemes = $1
        },
    ]

    private static func repeatsBody(after status: Int) -> OptionSpec {
        .flag("post\(status)", "Send method and body again after a \(status)") { settings, isOn in
            if isOn {
                settings.redirects.repeatsBodyAfter.insert(status)
            } else {
                settings.redirects.repeatsBodyAfter.remove(status)
            }
        }
    }

    /// `CURLPROTO_HTTP` and `CURLPROTO_HTTPS`.
    private static func mask(_ schemes: Set<String>) -> Int64 {
        (schemes.contains("http") ? 1 : 0) | (schemes.contains("https") ? 2 : 0)
    }
}
