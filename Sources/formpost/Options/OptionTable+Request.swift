import FormEncoding

extension OptionTable {
    static let request: [OptionSpec] = lines + urls + authentication + cookies

    private static let lines: [OptionSpec] = [
        .value("header", short: "H", "line|@file", .header, as: .common, "Add or remove a header") {
            $0.request.headers.append($1)
        },
        .value("request", short: "X", "method", .token, "Use this method, not POST") {
            $0.request.method = $1
        },
        .value("user-agent", short: "A", "name", .headerText, "Say who asks; nothing sends none") {
            $0.request.userAgent = $1
        },
        .value("referer", short: "e", "url", .headerText, "Say where from; ';auto' on redirects") {
            $0.request.referer = $1
        },
        .flag("compressed", "Ask for a compressed response, and decode it") {
            $0.request.acceptsCompressed = $1
        },
        .value(
            "expect100-timeout", "seconds", .duration,
            "Wait this long for permission to send a large body"
        ) {
            $0.pass(.expectTimeout, .number($1.milliseconds), for: "--expect100-timeout")
        },
    ]

    private static let urls: [OptionSpec] = [
        .value("url", "url", .text, "Upload to this URL") { $0.urls.append($1) },
        .value("url-query", "data", .text, "Add this to the URL's query") {
            $0.request.query.append($1)
        },
        .passedFlag("path-as-is", to: .pathAsIs, "Leave /../ and /./ in the URL"),
        .passedText(
            "request-target", "target", to: .requestTarget, "Ask for this, not the URL's path"),
        .refused("next", short: ":", "Begin another transfer") {
            .severalURLs(ByteString($0.option))
        },
    ]

    private static let authentication: [OptionSpec] = [
        .value("user", short: "u", "user:password", .text, as: .common, "Log in to the server") {
            $0.request.user = $1
        },
        .passedChoice("basic", to: .httpAuthentication, 1, "Log in with Basic (default)"),
        .passedChoice("digest", to: .httpAuthentication, 2, "Log in with Digest"),
        .passedChoice("anyauth", to: .httpAuthentication, ~16, "Log in with the best there is"),
        .value("oauth2-bearer", "token", .headerText, "Log in with this token") {
            $0.pass(.bearer, .string($1), for: "--oauth2-bearer")
        },
        .flag("netrc", short: "n", "Take the login from ~/.netrc, which must exist") {
            $0.request.netrc = $1 ? .required : .ignored
        },
        .flag("netrc-optional", "Take the login from ~/.netrc or the URL") {
            $0.request.netrc = $1 ? .optional : .ignored
        },
        .value("netrc-file", "file", .path, "Take the login from this file") {
            $0.request.netrcFile = $1
        },
    ]

    private static let cookies: [OptionSpec] = [
        .value("cookie", short: "b", "data|file", .headerText, "Send these cookies, or a file's") {
            $0.request.cookies.append($1)
        },
        .passedText("cookie-jar", short: "c", "file", to: .cookieJar, "Save the cookies here"),
        .passedFlag(
            "junk-session-cookies", short: "j", to: .newCookieSession,
            "Leave out the session cookies of the -b file"),
    ]
}
