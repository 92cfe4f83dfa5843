extension Texts {
    /// The options about redirects.
    static let redirectOptions = #"""
        # location
        After 307 and 308 the body is sent again in full, and so it is after 301 and 302 to the same
        place: from http to https, with or without a slash at the end of the path or `www.` before
        the host. After a 302 elsewhere the request that follows a POST is a GET without the body,
        whatever `-X` says, with a warning: it may lead to a page to log in. With `--journal` that
        is exit status 22, and the file counts as not uploaded, unless `--expect-status` or
        `--expect` says that the answer counts. A 301 elsewhere is not followed and is exit status
        22, since the body would be lost (see `--post301`). The PUT of `-T` is
        sent again after 301 and 302 wherever they lead. After every 303 a GET without the body
        follows (see `--post303`). From https to http nothing is followed unless `--proto-redir`
        names http: that is exit status 1. Credentials go to no other host, port or scheme (see
        `--secret`), and a line on standard error says so. The status line names the URL that
        answered if it is not the one that was given. By default no redirect is followed: it is exit
        status 22.

        # location-trusted
        Logins, tokens and cookies are sent to every host that a redirect names. Use it only where
        all of these hosts may know them.

        # max-redirs
        The default is 50. More redirects are exit status 47. Example: `-L --max-redirs 3`.

        # proto
        A list with commas: `=` allows only what follows, `-` forbids it, `+` or nothing adds it;
        `all` is http and https. Protocols that formpost does not have are ignored. The default is
        http and https. Another protocol is exit status 1. Example: `--proto =https`.

        # proto-redir
        As `--proto`, for redirects. The default is what `--proto` allows, but nothing leads from
        https to http; a list that names http, or `all`, allows that, too. Another protocol is exit
        status 1. Example: `-L --proto-redir =https` follows no redirect to http.

        # post301
        Wherever it leads, as after a 307. By default it is done where a 301 leads to the same
        place; others are not followed. It has an effect only with `-L`.

        # post302
        Wherever it leads, as after a 307. By default it is done where a 302 leads to the same
        place; else a GET follows. It has an effect only with `-L`.

        # post303
        Wherever it leads, as after a 307. By default the next request is a GET without the body. It
        has an effect only with `-L`.
        """#
}
