import FormEncoding

extension OptionTable {
    static let redirects: [OptionSpec] = [
        .flag("location", short: "L", as: .common, "Follow redirects") {
            $0.redirects.follows = $1
        }.explained(
            """
            After 307 and 308 the body is sent again in full; after 301, 302 and 303 the \
            request becomes GET without a body (see `--post301`). Credentials go to no other \
            host, port or scheme. By default a redirect is not followed, and is exit status \
            22.
            """),
        .flag("location-trusted", "As -L, with credentials for any host") {
            $0.redirects.follows = $1
            $0.redirects.trustsEveryHost = $1
        }.explained(
            """
            Logins, tokens and cookies are sent to every host that a redirect names. Use it \
            only where all of these hosts may know them.
            """),
        .value(
            "max-redirs", "number", .integer(in: -1...Int(Int32.max)),
            "Most redirects to follow (-1: no limit)"
        ) {
            $0.redirects.maximum = $1 < 0 ? nil : $1
        }.explained(
            """
            The default is 50. More redirects are exit status 47. Example: `-L --max-redirs \
            3`.
            """),
        repeatsBody(after: 301),
        repeatsBody(after: 302),
        repeatsBody(after: 303),
        .value(
            "proto", "protocols", .protocols,
            "Protocols allowed (=https: only that, -http: not that)"
        ) {
            settings, schemes in
            settings.pass(.protocols, .number(mask(schemes)))
        }.explained(
            """
            A list with commas: `=` allows only what follows, `-` forbids it, `+` or nothing \
            adds it; `all` is http and https. Protocols that formpost does not have are \
            ignored. The default is http and https. Another protocol is exit status 1. \
            Example: `--proto =https`.
            """),
        .value("proto-redir", "protocols", .protocols, "Protocols that redirects may lead to") {
            $0.redirects.schemes = $1
        }.explained(
            """
            As `--proto`, for redirects. The default is http and https. Example: `-L \
            --proto-redir =https` follows no redirect to http.
            """),
    ]

    private static func repeatsBody(after status: Int) -> OptionSpec {
        .flag("post\(status)", "Send method and body again after \(status)") { settings, isOn in
            if isOn {
                settings.redirects.repeatsBodyAfter.insert(status)
            } else {
                settings.redirects.repeatsBodyAfter.remove(status)
            }
        }.explained(
            "By default the request after a \(status) is a GET without a body. It needs `-L`.")
    }

    /// `CURLPROTO_HTTP` and `CURLPROTO_HTTPS`.
    private static func mask(_ schemes: Set<String>) -> Int64 {
        (schemes.contains("http") ? 1 : 0) | (schemes.contains("https") ? 2 : 0)
    }
}
