import FormEncoding
import FormUpload

extension OptionTable {
    static let request: [OptionSpec] = lines + urls + authentication + cookies

    private static let lines: [OptionSpec] = [
        .value("header", short: "H", "line|@file", .header, as: .common, "Add or remove a header") {
            $0.request.headers.append($1)
        }.hiding(.header).explained(
            """
            `Name: value` adds a header or replaces one that formpost sends itself. `Name:` \
            removes it. `Name;` sends it with no value. `@file` reads headers from a file, \
            one a line, and `@-` from standard input. A `boundary` in a `Content-Type` is that \
            of the form. The option can be given several times. Example: `-H 'X-Request-Id: \
            17'`.
            """),
        .value("request", short: "X", "method", .token, "Use this method in place of the default") {
            $0.request.method = $1
        }.explained(
            """
            The default is POST, PUT with `-T`, and GET with `-G`. The body is sent whatever the \
            method is, with a warning for GET and HEAD. POST, PUT and PATCH without one are exit \
            status 2, and `-d ''` sends an empty one; other methods need none: `-X DELETE URL`. \
            Methods are case-sensitive. Example: `-X PATCH`.
            """),
        .value("user-agent", short: "A", "name", .headerText, "Set User-Agent (\"\" sends none)") {
            $0.request.userAgent = $1
        }.explained("The default is `formpost/` and the version. Example: `-A 'backup/1.2'`."),
        .value(
            "referer", short: "e", "url", .headerText,
            "Set Referer (\";auto\" updates it on redirects)"
        ) {
            $0.request.referer = $1
        }.hiding(.url).explained(
            """
            By default none is sent. With `;auto` at the end, each request after a redirect \
            names the URL before it; `;auto` alone sends none with the first request. \
            Example: `-e 'https://example.com/form;auto'`.
            """),
        .flag("compressed", "Accept a compressed response and decode it") {
            $0.request.acceptsCompressed = $1
        }.explained(
            """
            Sends `Accept-Encoding` with the encodings that can be decoded here: gzip, deflate, and \
            perhaps br and zstd. By default none is sent, and the body of the response is \
            printed as it comes. An encoding that cannot be decoded is exit status 61, and data that \
            ends before its encoding does is 18.
            """),
        .value(
            "expect100-timeout", "seconds", .duration,
            "Longest wait for 100 Continue"
        ) {
            $0.pass(.expectTimeout, .number($1.milliseconds))
        }.explained(
            """
            Before a body of more than 1 MiB, or of unknown length, formpost sends `Expect: 100-continue` and waits \
            for the server's consent. After this many seconds it sends the body anyway. The \
            default is 1. `-H Expect:` leaves the question out.
            """),
    ]

    private static let urls: [OptionSpec] = [
        .value("url", "url", .use(.url), "Upload to this URL") {
            if $1.fileAfterAt != nil {
                $0.pendingInput = .urls($1)
            } else {
                $0.add($1.value, isConfigured: $1.place != nil)
            }
        }.hiding(.url).onCurl(.omitted).explained(
            """
            The same as a URL that is given without an option; mostly for configuration files. A \
            URL on the command line takes the place of one from a configuration file. A URL \
            without a scheme is `http://`. `@file` reads URLs from a file, one a line, and `@-` from \
            standard input; empty lines and those that begin with `#` are left out, and braces and \
            brackets are taken literally. Example, in a file: `url = \
            https://example.com/upload`.
            """),
        .value("url-query", "data", .query, "Add data to the query of the URL") {
            $0.request.query.append($1)
        }.hiding(.query).explained(
            """
            `content`, `=content` and `name=content` are percent-encoded, all but the name. \
            `@file` and `name@file` take the content from a file, `-` from standard input. \
            After a `+` the data is added as it is. The option can be given several times. \
            Example: `--url-query 'title=a b'` adds `?title=a+b`.
            """),
        .passedFlag("path-as-is", to: .pathAsIs, "Leave /../ and /./ in the URL").explained(
            "By default they are resolved before the request, as RFC 3986 says."),
        .passedText(
            "request-target", "target", to: .requestTarget, "Send this as the request target"
        ).hiding(.url).explained(
            """
            It takes the place of the URL's path and query in the request line. It may \
            contain no blanks. Example: `--request-target '*'`.
            """),
    ]

    private static let authentication: [OptionSpec] = [
        .value("user", short: "u", "user:password", .text, as: .common, "Log in to the server") {
            $0.request.user = $1
        }.hiding(.login, as: "PASSWORD").explained(
            """
            The user name ends at the first colon. Without a colon, the password is asked \
            for on the terminal. The login goes only to the host, port and scheme of the \
            URL, unless `--location-trusted` is given. The value is removed from the list of \
            processes. The method is Basic unless another option names one. Example: `-u \
            anna:secret`.
            """),
        .flag("basic", "Use HTTP Basic authentication (default)") { $0.logIn(.basic, $1) }
            .explained(
                """
                It sends the login with the first request. Together with `--digest`, the best \
                method that the server offers is used.
                """),
        .flag("digest", "Use HTTP Digest authentication") { $0.logIn(.digest, $1) }.explained(
            """
            The server is asked for its challenge first, which takes one more request. Without \
            another method, HTTP/1.1 is used unless an option chooses a version: over HTTP/2 the \
            server would wait for the end of that request.
            """),
        .command("anyauth", "Use the best authentication method offered") {
            $0.logIn(.any, true)
        }.explained(
            """
            The request is sent with its whole body and without a login first, to learn which \
            methods the server has, and again with the most secure one.
            """),
        .value("oauth2-bearer", "token", .bearer, "Send this bearer token") {
            $0.pass(.bearer, .string($1))
            $0.logIn(.bearer, true)
        }.hiding(as: "TOKEN").explained(
            """
            It is sent as `Authorization: Bearer token` (RFC 6750), only to the host, port \
            and scheme of the URL. The value is removed from the list of processes. An empty token \
            is exit status 2. Example: \
            `--oauth2-bearer \"$TOKEN\"`.
            """),
        .value("bearer-env", "name", .nonEmpty, "Send the bearer token of this variable") {
            $0.pendingInput = .token(OptionUse(option: $0.optionInUse, argument: $1))
        }.withoutCaptures().onCurl(.omitted).explained(
            """
            As `--oauth2-bearer`, with the value of a variable of the environment, so that the token \
            is on no command line. A variable that is not set or empty is exit status 2. Example: \
            `--bearer-env CI_JOB_TOKEN`.
            """),
        .flag("netrc", short: "n", "Read the login from ~/.netrc") {
            $0.request.readsNetrc = $1
        }.explained(
            """
            The login of the URL's host is used. A user in the URL is kept, with the password of \
            the file; `-u` has precedence. The variable `NETRC` names another file. Without the \
            file there is no login, and nothing is said; `--netrc-file` requires it. By default \
            no such file is read.
            """),
        .flag("netrc-optional", "Read the login from ~/.netrc, if there is one") {
            $0.request.netrcIsOptional = $1
        }.explained("As `-n`, but a login in the URL has precedence."),
        .value("netrc-file", "file", .file(.input), "Read the login from this file") {
            $0.request.netrcFile = $1
        }.explained(
            """
            As `-n`, with this file in place of `~/.netrc`. A file that cannot be read is \
            exit status 26. Example: `--netrc-file ci.netrc`.
            """),
    ]

    private static let cookies: [OptionSpec] = [
        .value(
            "cookie", short: "b", "data|file", .headerText(.cookies),
            "Send cookies: data or a file"
        ) {
            $0.request.cookies.append(CookieArgument($1))
        }.hiding(as: "COOKIE").explained(
            """
            A value with `=` is sent as cookies, such as `a=1; b=2`. Any other value, and what \
            follows an `@`, is the name of a file with cookies, in Netscape's format or as \
            `Set-Cookie` lines. \
            Cookies of a file go to the hosts that they belong to; others to the host of the \
            URL only. Example: `-b session=17`.
            """),
        .passedText(
            "cookie-jar", short: "c", "file", .nonEmpty(.output(.jar)), to: .cookieJar,
            "Save cookies to this file at the end"
        ).explained(
            """
            In Netscape's format, with the cookies read by `-b` and those that the server \
            set. `-` is standard output. The file is checked before anything is sent, and an \
            older one is replaced when the new one is whole. \
            Example: `-b jar.txt -c jar.txt`.
            """),
        .passedFlag(
            "junk-session-cookies", short: "j", to: .newCookieSession,
            "Ignore session cookies of -b files"
        ).explained(
            """
            Cookies without an expiry date are left out, as if a browser had been started \
            anew. By default all are sent.
            """),
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
