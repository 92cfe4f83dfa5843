import FormEncoding

extension OptionTable {
    static let request: [OptionSpec] = lines + urls + authentication + cookies

    private static let lines: [OptionSpec] = [
        .value("header", short: "H", "line|@file", .header, as: .common, "Add or remove a header") {
            $0.request.headers.append($1)
        }.hiding(.header).explained(
            """
            `Name: value` adds a header or replaces one, `Name:` removes one, `Name;` sends \
            one empty. `@file` reads a header a line from a file, `@-` from standard input.
            """),
        .value("request", short: "X", "method", .token, "Use this method, not POST") {
            $0.request.method = $1
        },
        .value("user-agent", short: "A", "name", .headerText, "Say who asks; nothing sends none") {
            $0.request.userAgent = $1
        },
        .value("referer", short: "e", "url", .headerText, "Say where from; ';auto' on redirects") {
            $0.request.referer = $1
        },
        .flag("compressed", "Take a compressed response, and decode it") {
            $0.request.acceptsCompressed = $1
        }.explained("Without it the body of the response is printed as it comes."),
        .value(
            "expect100-timeout", "seconds", .duration,
            "Wait this long before a large body"
        ) {
            $0.pass(.expectTimeout, .number($1.milliseconds))
        },
    ]

    private static let urls: [OptionSpec] = [
        .value("url", "url", .text, "Upload to this URL") { $0.urls.append($1) }.hiding(.url),
        .value("url-query", "data", .query, "Add this to the URL's query") {
            $0.request.query.append($1)
        }.explained(
            """
            `content`, `=content`, `name=content`, `@file` and `name@file` are encoded; what \
            stands behind a `+` is added as it is.
            """),
        .passedFlag("path-as-is", to: .pathAsIs, "Leave /../ and /./ in the URL"),
        .passedText(
            "request-target", "target", to: .requestTarget, "Ask for this, not the URL's path"),
        .refused("next", short: ":", "Begin another transfer") { .nextTransfer(option: $0.option) },
    ]

    private static let authentication: [OptionSpec] = [
        .value("user", short: "u", "user:password", .text, as: .common, "Log in to the server") {
            $0.request.user = $1
        }.hiding().explained(
            """
            The password is asked for on the terminal when it is missing. What is given here \
            does not stay visible in the list of processes.
            """),
        .flag("basic", "Log in with Basic (default)") { $0.logIn(.basic, $1) },
        .flag("digest", "Log in with Digest") { $0.logIn(.digest, $1) },
        .command("anyauth", "Log in with the best there is") {
            $0.logIn(.any, true)
        },
        .value("oauth2-bearer", "token", .headerText, "Log in with this token") {
            $0.pass(.bearer, .string($1))
            $0.logIn(.bearer, true)
        }.hiding(),
        .flag("netrc", short: "n", "Take the login from ~/.netrc") {
            $0.request.netrc = $1 ? .required : .ignored
        },
        .flag("netrc-optional", "Take the login from ~/.netrc, if any") {
            $0.request.netrc = $1 ? .optional : .ignored
        },
        .value("netrc-file", "file", .file(.input), "Take the login from this file") {
            $0.request.netrcFile = $1
        },
    ]

    private static let cookies: [OptionSpec] = [
        .value(
            "cookie", short: "b", "data|file", .headerText(.cookies),
            "Send these cookies, or a file's"
        ) {
            $0.request.cookies.append($1)
        }.hiding().explained(
            """
            With a `=` in it, it is cookies; otherwise it is a file of cookies, in the \
            format of Netscape or of headers.
            """),
        .passedText(
            "cookie-jar", short: "c", "file", .nonEmpty(.output(.jar)), to: .cookieJar,
            "Save the cookies here"),
        .passedFlag(
            "junk-session-cookies", short: "j", to: .newCookieSession,
            "Leave out session cookies of -b files"),
    ]
}

/// Ways to log in (`CURLAUTH_…`).
private struct Authentication: OptionSet {
    let rawValue: Int64

    static let basic = Authentication(rawValue: 1 << 0)
    static let digest = Authentication(rawValue: 1 << 1)
    static let bearer = Authentication(rawValue: 1 << 6)
    /// All but the Digest of old Internet Explorers.
    static let any = Authentication(rawValue: ~(1 << 4))
}

extension Settings {
    /// Allows or forbids a way to log in; with several libcurl takes the best that the server has.
    fileprivate mutating func logIn(_ way: Authentication, _ isOn: Bool) {
        var ways: Authentication = []
        let before = passed.first { $0.setting.option == .httpAuthentication }
        if case .number(let number) = before?.setting.value {
            ways = Authentication(rawValue: number)
        }
        if isOn { ways.formUnion(way) } else { ways.subtract(way) }
        let chosen = ways.isEmpty ? .basic : ways
        pass(.httpAuthentication, .number(chosen.rawValue))
    }
}
