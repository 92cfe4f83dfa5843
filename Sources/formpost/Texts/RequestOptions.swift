extension Texts {
    /// The options about the request.
    static let requestOptions = #"""
        # header
        `Name: value` adds a header or replaces one that formpost sends itself. `Name:` removes it.
        `Name;` sends it with no value. `@file` reads headers from a file, one per line, and `@-`
        from standard input. A `boundary` in a `Content-Type` becomes that of the form. The option
        can be given several times. Example: `-H 'X-Request-Id: 17'`.

        # request
        The default is POST, PUT with `-T`, and GET with `-G`. The body is sent whatever the method,
        with a warning for GET and HEAD. POST, PUT and PATCH without a body are exit status 2, and
        `-d ''` sends an empty one; other methods need no body: `-X DELETE URL`. Methods are
        case-sensitive. Example: `-X PATCH`.

        # user-agent
        The default is `formpost/` and the version. Example: `-A 'backup/1.2'`.

        # referer
        By default none is sent. With `;auto` at the end, each request after a redirect names the
        URL before it; `;auto` alone sends none with the first request. Example: `-e
        'https://example.com/form;auto'`.

        # compressed
        Sends `Accept-Encoding: deflate, gzip`. By default none is sent, and the body of the
        response is printed unchanged. Another encoding, and data that are not valid or were cut
        short, cause exit status 61.

        # expect100-timeout
        Before a body of more than 1 MiB, or of unknown length, formpost sends `Expect:
        100-continue` and waits for the server's consent. After this many seconds it sends the body
        anyway. The default is 1. `-H Expect:` omits the header.

        # url
        The same as a URL without an option; mostly for configuration files. A URL on the command
        line replaces one from a configuration file. A URL without a scheme is `http://`. `@file`
        reads URLs from a file, one per line, and `@-` from standard input; empty lines and lines
        that begin with `#` are ignored. Example, in a file: `url = https://example.com/upload`.

        # url-query
        In `content`, `=content` and `name=content`, everything but the name is percent-encoded.
        `@file` and `name@file` read the content from a file, `-` from standard input. After a `+`
        the data is added unchanged. A `#` becomes `%23`. The option can be given several times. Example: `--url-query
        'title=a b'` adds `?title=a+b`.

        # path-as-is
        By default they are resolved before the request (RFC 3986).

        # request-target
        It replaces the URL's path and query in the request line. It must not contain blanks.
        Example: `--request-target '*'`.

        # user
        The user name ends at the first colon. Without a colon, formpost asks for the password on
        the terminal. The login goes only to the host, port and scheme of the URL, unless
        `--location-trusted` is given. The value is removed from the process list. The method is
        Basic unless another option names one. Example: `-u anna:secret`.

        # basic
        It sends the login with the first request. Together with `--digest`, the best method that
        the server offers is used.

        # digest
        The server is asked for its challenge first, which takes an extra request. If Digest is the
        only method, HTTP/1.1 is used unless an option chooses a version: over HTTP/2 the server
        would wait for the end of that request.

        # anyauth
        The request is first sent with its whole body and without a login, to learn which methods
        the server offers, and then with the most secure one.

        # oauth2-bearer
        It is sent as `Authorization: Bearer token` (RFC 6750), only to the host, port and scheme of
        the URL. The value is removed from the process list. An empty token causes exit status 2.
        Example: `--oauth2-bearer "$TOKEN"`.

        # bearer-env
        As `--oauth2-bearer`, with the value of an environment variable, so that the token is not on
        a command line. An unset or empty variable causes exit status 2. Example: `--bearer-env
        CI_JOB_TOKEN`.

        # netrc
        The login of the URL's host is used. A user in the URL is kept and gets the password that
        the file has for this user; `-u` has precedence. The variable `NETRC` names another file. If
        the file is missing, there is no login and no message; `--netrc-file` requires the file. By
        default no such file is read. Write the name of a machine with non-ASCII letters as DNS
        does: `xn--bcher-kva.example`.

        # netrc-optional
        As `-n`, but a login in the URL has precedence.

        # netrc-file
        As `-n`, with this file instead of `~/.netrc`. A file that cannot be read causes exit status 26.
        Example: `--netrc-file ci.netrc`.

        # cookie
        A value with `=` is sent as cookies, such as `a=1; b=2`. Any other value, or the text after
        an `@`, is the name of a file with cookies, in Netscape's format or as `Set-Cookie` lines.
        Cookies from a file go to the hosts that they belong to, others only to the host of the URL.
        A server whose name ends with a dot, as in `http://a.co.uk./`, can set cookies for everything under `co.uk`. Example: `-b session=17`.

        # cookie-jar
        In Netscape's format, with the cookies read by `-b` and those that the server set. `-` is
        standard output. The file is checked before anything is sent, and an existing one is
        replaced when the new one is complete. Example: `-b jar.txt -c jar.txt`.

        # junk-session-cookies
        Cookies without an expiry date are not sent, as after a browser's restart. By default all
        are sent.
        """#
}
