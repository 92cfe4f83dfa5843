extension Texts {
    /// The options about redirects.
    static let redirectOptions = #"""
        # location
        After a 307 or 308 the whole body is sent again, and also after a 301 or 302 to the same
        place: from http to https, with or without a slash at the end of the path or `www.` before
        the host. After a 302 elsewhere, a POST is followed by a GET without the body, whatever `-X`
        says, with a warning: it may lead to a login page. With `--journal` that causes exit status 22,
        and the file counts as not uploaded, unless `--expect-status` or `--expect` accepts the
        answer. A 301 elsewhere is not followed and causes exit status 22, because the body would be
        lost (see `--post301`). The PUT of `-T` is sent again after a 301 or 302 wherever it leads.
        After every 303 a GET without the body follows (see `--post303`). Such a GET has no header
        that is for the upload alone: `Content-Type`, `Expect`, `Repr-Digest`, `Signature`,
        `Idempotency-Key`, `If-Match` and the like. If a 302 or 303 came before the whole body was
        sent, no GET follows, and the exit status is 55. A redirect from https to
        http causes exit status 1 unless `--proto-redir` names http. Credentials go to no other host,
        port or scheme (see `--secret`), and a line on standard error reports it. The status line
        names the URL that answered if it is not the given one. By default no redirect is followed:
        the exit status is 22.

        # location-trusted
        Logins, tokens and cookies are sent to every host that a redirect names. Use it only if all
        of these hosts may know them.

        # max-redirs
        The default is 50. More redirects are exit status 47. Example: `-L --max-redirs 3`.

        # proto
        A comma-separated list: `=` allows only the protocol that follows, `-` forbids it, `+` or
        nothing adds it; `all` is http and https. Protocols that formpost does not have are ignored.
        The default is http and https. Another protocol causes exit status 1. Example: `--proto =https`.

        # proto-redir
        As `--proto`, for redirects. The default is what `--proto` allows, but nothing leads from
        https to http; a list that names http, or `all`, allows that, too. Another protocol causes exit
        status 1. Example: `-L --proto-redir =https` follows no redirect to http.

        # post301
        Wherever the redirect leads, as after a 307. By default this happens only if a 301 leads to
        the same place; others are not followed. It has an effect only with `-L`.

        # post302
        Wherever the redirect leads, as after a 307. By default this happens only if a 302 leads to
        the same place; otherwise a GET follows. It has an effect only with `-L`.

        # post303
        Wherever the redirect leads, as after a 307. By default the next request is a GET without
        the body. It has an effect only with `-L`.
        """#
}
