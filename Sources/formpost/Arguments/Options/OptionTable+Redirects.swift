import FormEncoding
import FormUpload

extension OptionTable {
    static let redirects: [OptionSpec] = [
        .flag("location", short: "L", as: .common, "Follow redirects") {
            $0.redirects.follows = $1
        }.explained(
            """
            After 307 and 308 the body is sent again in full, and so it is after 301 and 302 to \
            the same place: from http to https, with or without a slash at the end of the path \
            or `www.` before the host. After a 302 elsewhere the request that follows a POST is \
            a GET without the body, whatever `-X` says, and a line on standard error says so. A 301 elsewhere is not \
            followed and is exit status 22, since the body would be lost (see `--post301`). The \
            PUT of `-T` is sent again after 301 and 302 wherever they lead. After every 303 a \
            GET without the body follows (see `--post303`). From https to http nothing is followed unless `--proto-redir` names \
            http: that is exit status 1. Credentials go to no other host, port or scheme (see \
            `--secret-header`), and a line on standard error says so. The status line names the \
            URL that answered if it is not the one that was given. By default no redirect is \
            followed: it is exit status 22.
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
            settings, list in
            settings.pass(.protocols, .number(CURLSetting.mask(ofSchemes: list.schemes)))
        }.explained(
            """
            A list with commas: `=` allows only what follows, `-` forbids it, `+` or nothing \
            adds it; `all` is http and https. Protocols that formpost does not have are \
            ignored. The default is http and https. Another protocol is exit status 1. \
            Example: `--proto =https`.
            """),
        .value("proto-redir", "protocols", .protocols, "Protocols that redirects may lead to") {
            $0.redirects.schemes = $1.schemes
            $0.redirects.leavesTLS = $1.named.contains("http")
        }.explained(
            """
            As `--proto`, for redirects. The default is what `--proto` allows, but nothing leads \
            from https to http; a list that names http, or `all`, allows that, too. Another protocol \
            is exit status 1. Example: `-L --proto-redir =https` follows no redirect to http.
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
            """
            Wherever it leads, as after a 307. \(byDefault(after: status)) It has an effect only \
            with `-L`.
            """)
    }

    private static func byDefault(after status: Int) -> String {
        switch status {
        case 301:
            "By default it is done where a 301 leads to the same place; others are not followed."
        case 302: "By default it is done where a 302 leads to the same place; else a GET follows."
        default: "By default the next request is a GET without the body."
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
