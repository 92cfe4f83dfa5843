extension Texts {
    /// The options about the request.
    static let requestOptions = #"""
        # header
        `Name: value` adds a header or replaces one that formpost sends itself. `Name:` removes it.
        `Name;` sends it with no value. `@file` reads headers from a file, one a line, and `@-` from
        standard input. A `boundary` in a `Content-Type` is that of the form. The option can be
        given several times. Example: `-H 'X-Request-Id: 17'`.

        # request
        The default is POST, PUT with `-T`, and GET with `-G`. The body is sent whatever the method
        is, with a warning for GET and HEAD. POST, PUT and PATCH without one are exit status 2, and
        `-d ''` sends an empty one; other methods need none: `-X DELETE URL`. Methods are
        case-sensitive. Example: `-X PATCH`.

        # user-agent
        The default is `formpost/` and the version. Example: `-A 'backup/1.2'`.

        # referer
        By default none is sent. With `;auto` at the end, each request after a redirect names the
        URL before it; `;auto` alone sends none with the first request. Example: `-e
        'https://example.com/form;auto'`.

        # compressed
        Sends `Accept-Encoding` with the encodings that libcurl can decode: gzip, deflate, and
        perhaps br and zstd. By default none is sent, and the body of the response is printed as it
        comes. An encoding that cannot be decoded is exit status 61.

        # expect100-timeout
        Before a body of more than 1 MiB, or of unknown length, formpost sends `Expect:
        100-continue` and waits for the server's consent. After this many seconds it sends the body
        anyway. The default is 1. `-H Expect:` leaves the question out.

        # url
        The same as a URL that is given without an option; mostly for configuration files. A URL on
        the command line takes the place of one from a configuration file. A URL without a scheme is
        `http://`. `@file` reads URLs from a file, one a line, and `@-` from standard input; empty
        lines and those that begin with `#` are left out. Example, in a file: `url =
        https://example.com/upload`.

        # url-query
        `content`, `=content` and `name=content` are percent-encoded, all but the name. `@file` and
        `name@file` take the content from a file, `-` from standard input. After a `+` the data is
        added as it is. The option can be given several times. Example: `--url-query 'title=a b'`
        adds `?title=a+b`.

        # path-as-is
        By default they are resolved before the request, as RFC 3986 says.

        # request-target
        It takes the place of the URL's path and query in the request line. It may contain no
        blanks. Example: `--request-target '*'`.

        # user
        The user name ends at the first colon. Without a colon, the password is asked for on the
        terminal. The login goes only to the host, port and scheme of the URL, unless
        `--location-trusted` is given. The value is removed from the list of processes. The method
        is Basic unless another option names one. Example: `-u anna:secret`.

        # basic
        It sends the login with the first request. Together with `--digest`, the best method that
        the server offers is used.

        # digest
        The server is asked for its challenge first, which takes one more request. Without another
        method, HTTP/1.1 is used unless an option chooses a version: over HTTP/2 the server would
        wait for the end of that request.

        # anyauth
        The request is sent with its whole body and without a login first, to learn which methods
        the server has, and again with the most secure one.

        # oauth2-bearer
        It is sent as `Authorization: Bearer token` (RFC 6750), only to the host, port and scheme of
        the URL. The value is removed from the list of processes. An empty token is exit status 2.
        Example: `--oauth2-bearer "$TOKEN"`.

        # bearer-env
        As `--oauth2-bearer`, with the value of a variable of the environment, so that the token is
        on no command line. A variable that is not set or empty is exit status 2. Example:
        `--bearer-env CI_JOB_TOKEN`.

        # netrc
        The login of the URL's host is used. A user in the URL is kept, with the password that the
        file has for this user; `-u` has precedence. The variable `NETRC` names another file.
        Without the file there is no login, and nothing is said; `--netrc-file` requires it. By
        default no such file is read. The name of a machine is written as DNS has it:
        `xn--bcher-kva.example`.

        # netrc-optional
        As `-n`, but a login in the URL has precedence.

        # netrc-file
        As `-n`, with this file in place of `~/.netrc`. A file that cannot be read is exit status
        26. Example: `--netrc-file ci.netrc`.

        # cookie
        A value with `=` is sent as cookies, such as `a=1; b=2`. Any other value, and what follows
        an `@`, is the name of a file with cookies, in Netscape's format or as `Set-Cookie` lines.
        Cookies of a file go to the hosts that they belong to; others to the host of the URL only. A
        server that is named with a dot at its end, as in `http://a.co.uk./`, can set cookies for
        all of `co.uk.`. Example: `-b session=17`.

        # cookie-jar
        In Netscape's format, with the cookies read by `-b` and those that the server set. `-` is
        standard output. The file is checked before anything is sent, and an older one is replaced
        when the new one is whole. Example: `-b jar.txt -c jar.txt`.

        # junk-session-cookies
        Cookies without an expiry date are left out, as if a browser had been started anew. By
        default all are sent.
        """#
}
