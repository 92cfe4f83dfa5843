import FormEncoding
import FormUpload

extension OptionTable {
    static let request: [OptionSpec] = lines + urls + authentication + cookies

    private static let lines: [OptionSpec] = [
        .value("header", short: "H", "line|@file", .header, as: .common, "Add or remove a header") {
            $0.request.headers.append($1)
        }.hiding(.header).onCurl(.request),
        .value("request", short: "X", "method", .token, "Use this method in place of the default") {
            $0.request.method = $1
        }.onCurl(.request),
        .value("user-agent", short: "A", "name", .headerText, "Set User-Agent (\"\" sends none)") {
            $0.request.userAgent = $1
        },
        .value(
            "referer", short: "e", "url", .headerText,
            "Set Referer (\";auto\" updates it on redirects)"
        ) {
            $0.request.referer = $1
        }.hiding(.url),
        .flag("compressed", "Accept a compressed response and decode it") {
            $0.pass(.acceptEncoding, .string($1 ? "" : nil))
        },
        .value(
            "expect100-timeout", "seconds", .duration,
            "Longest wait for 100 Continue"
        ) {
            $0.pass(.expectTimeout, .number($1.milliseconds))
        },
    ]

    private static let urls: [OptionSpec] = [
        .input("url", "url", .url, .urls, "Upload to this URL").hiding(.url).onCurl(.omitted),
        .value("url-query", "data", .query, "Add data to the query of the URL") {
            $0.request.query.append($1)
        }.hiding(.query),
        .passedFlag("path-as-is", to: .pathAsIs, "Leave /../ and /./ in the URL"),
        .passedText(
            "request-target", "target", to: .requestTarget, "Send this as the request target"
        ).hiding(.url),
    ]

    private static let authentication: [OptionSpec] = [
        .value("user", short: "u", "user:password", .text, as: .common, "Log in to the server") {
            $0.request.user = $1
        }.hiding(.login, as: "PASSWORD"),
        .flag("basic", "Use HTTP Basic authentication (default)") { $0.logIn(.basic, $1) },
        .flag("digest", "Use HTTP Digest authentication") { $0.logIn(.digest, $1) },
        .command("anyauth", "Use the best authentication method offered") {
            $0.logIn(.any, true)
        },
        .value("oauth2-bearer", "token", .bearer, "Send this bearer token") {
            $0.pass(.bearer, .string($1))
            $0.logIn(.bearer, true)
        }.hiding(as: "TOKEN"),
        .input("bearer-env", "name", .text, .token, "Send the bearer token of this variable")
            .withoutCaptures().onCurl(.omitted),
        .flag("netrc", short: "n", "Read the login from ~/.netrc") {
            $0.request.readsNetrc = $1
        },
        .flag("netrc-optional", "Read the login from ~/.netrc, if there is one") {
            $0.request.netrcIsOptional = $1
        },
        .value("netrc-file", "file", .file(.input), "Read the login from this file") {
            $0.request.netrcFile = $1
        },
    ]

    private static let cookies: [OptionSpec] = [
        .value(
            "cookie", short: "b", "data|file", .headerText(.cookies),
            "Send cookies: data or a file"
        ) {
            $0.request.cookies.append($1)
        }.hiding(as: "COOKIE"),
        .passedText(
            "cookie-jar", short: "c", "file", .nonEmpty(.output(.jar)), to: .cookieJar,
            "Save cookies to this file at the end"
        ),
        .passedFlag(
            "junk-session-cookies", short: "j", to: .newCookieSession,
            "Ignore session cookies of -b files"
        ),
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
