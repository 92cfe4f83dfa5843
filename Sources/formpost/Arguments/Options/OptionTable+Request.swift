import FormUpload

extension OptionTable {
    static let request: [OptionSpec] = lines + urls + authentication + cookies

    private static let lines: [OptionSpec] = [
        .value("header", short: "H", "line|@file", .header, as: .common, adding: \.request.headers)
            .hiding(.header).onCurl(.request),
        .value("request", short: "X", "method", .token, \.request.method).onCurl(.request),
        .value("user-agent", short: "A", "name", .headerText, \.request.userAgent),
        .value("referer", short: "e", "url", .headerText, \.request.referer).hiding(.url),
        .flag("compressed") {
            $0.pass(.acceptEncoding, .string($1 ? "" : nil))
        },
        .value("expect100-timeout", "seconds", .duration) {
            $0.pass(.expectTimeout, .number($1.milliseconds))
        },
    ]

    private static let urls: [OptionSpec] = [
        .input("url", "url", .url, .urls).hiding(.url).onCurl(.omitted),
        .value("url-query", "data", .query, adding: \.request.query).hiding(.query),
        .passedFlag("path-as-is", to: .pathAsIs),
        .passedText("request-target", "target", to: .requestTarget).hiding(.url),
    ]

    private static let authentication: [OptionSpec] = [
        .value("user", short: "u", "user:password", .text, as: .common, \.request.user)
            .hiding(.login, as: "PASSWORD"),
        .flag("basic") { $0.logIn(.basic, $1) },
        .flag("digest") { $0.logIn(.digest, $1) },
        .command("anyauth") {
            $0.logIn(.any, true)
        },
        .value("oauth2-bearer", "token", .bearer) {
            $0.pass(.bearer, .string($1))
            $0.logIn(.bearer, true)
        }.hiding(as: "TOKEN"),
        .input("bearer-env", "name", .text, .token)
            .withoutCaptures().onCurl(.omitted),
        .flag("netrc", short: "n", \.request.readsNetrc),
        .flag("netrc-optional", \.request.netrcIsOptional),
        .value("netrc-file", "file", .file(.input), \.request.netrcFile),
    ]

    private static let cookies: [OptionSpec] = [
        .value("cookie", short: "b", "data|file", .headerText(.cookies), adding: \.request.cookies)
            .hiding(as: "COOKIE"),
        .passedText("cookie-jar", short: "c", "file", .nonEmpty(.output(.jar)), to: .cookieJar),
        .passedFlag("junk-session-cookies", short: "j", to: .newCookieSession),
    ]
}

extension Settings {
    /// Allows or forbids a login method; of several, libcurl uses the best that the server offers.
    fileprivate mutating func logIn(_ way: Authentication, _ isOn: Bool) {
        var ways = passed.lazy.compactMap(\.setting.authentication).first ?? []
        if isOn { ways.formUnion(way) } else { ways.subtract(way) }
        let chosen = ways.isEmpty ? .basic : ways
        let setting = CURLSetting(chosen)
        pass(setting.option, setting.value)
    }
}
