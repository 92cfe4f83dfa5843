"""Redirects by nginx: method, body, credentials and cookies on the way."""

from ..accounts import LOGIN
from ..clients import expected_status
from ..report import Check, require, require_equal
from ..trial import FORM, Trial

STATUSES = (301, 302, 303, 307, 308)


def checks(bench):
    for trial in [*_followed(bench), *_elsewhere(bench), *_limits(bench)]:
        yield trial.check(bench)
    yield Check("-L, a 301 elsewhere (22)", lambda: _kept(bench))
    for status in STATUSES:
        yield Check(f"a {status} that is not followed (22)",
                    lambda s=status: _not_followed(bench, s))


def _url(bench, status, to, server="plain", host="127.0.0.1"):
    return bench.nginx.url(server, f"/{status}?to={to}", host)


def _ends(method, uri="/form"):
    """Whether the last request was this one, and came after another."""
    return lambda seen: (len(seen.records) > 1 and seen.request["request_method"] == method
                         and seen.request["request_uri"] == uri)


def _followed(bench):
    # A 301 elsewhere is not followed: _kept.
    for status in STATUSES[1:]:
        keeps = status in (307, 308)
        yield Trial(f"-L, {status}", ["-L"], _ends("POST" if keeps else "GET"),
                    _url(bench, status, "/form"), count=2, arrives=keeps)
    for status in (301, 302, 303):
        yield Trial(f"--post{status}", [f"--post{status}"], _ends("POST"),
                    _url(bench, status, "/form"), ["-L", *FORM], count=2)
    # curl keeps the method and drops the form.
    yield Trial("-L with -X", ["-L"], lambda seen: _ends("PUT")(seen) and bool(seen.parts),
                _url(bench, 302, "/form"), ["-X", "PUT", *FORM], count=2, as_curl=False)
    yield Trial("-L to HTTPS and HTTP/2", ["-L"],
                lambda seen: seen.request.get("server_protocol") == "HTTP/2.0",
                _url(bench, 308, bench.nginx.url("tls")),
                ["--cacert", bench.certificates.ca, *FORM], count=2)
    yield Trial("-L twice", ["-L"], _ends("POST"), _url(bench, 307, "/308?to=/form"), count=3)
    yield Trial("-L, a large file", ["-L"],
                lambda seen: seen.parts and seen.parts[0]["size"] == len(bench.files["big.bin"]),
                _url(bench, 307, "/form"), ["-F", "file=@big.bin"], count=2, arrives=False,
                spared=("http_expect",))
    yield Trial("-L, from standard input", ["-L"],
                lambda seen: seen.parts and seen.parts[0]["size"] == 3_000_000,
                _url(bench, 307, "/form"), ["-F", "file=@-;filename=x"], count=2, arrives=False,
                stdin=b"x" * 3_000_000, spared=("http_expect",))
    yield Trial("-e ';auto'", ["-e", ";auto"],
                lambda seen: seen.request["http_referer"].endswith("/307?to=/form"),
                _url(bench, 307, "/form"), ["-L", *FORM], count=2)


def _elsewhere(bench):
    """To another host: what is for the first one stays there."""
    there = _url(bench, 307, bench.nginx.url(host="localhost"))
    again = _url(bench, 307, "/form")

    def shows(field, is_there):
        return lambda seen: len(seen.records) == 2 and bool(seen.request[field]) == is_there

    for title, option, field in [
            ("-u", ["-u", LOGIN], "http_authorization"),
            ("-H Authorization", ["-H", "Authorization: Custom x"], "http_authorization"),
            ("-H Cookie", ["-H", "Cookie: a=b"], "http_cookie"),
            # curl 7.88 sends these cookies to any host.
            ("-b", ["-b", "a=b"], "http_cookie"),
            ("--oauth2-bearer", ["--oauth2-bearer", "token"], "http_authorization")]:
        yield Trial(f"{title} stays with its host", [*option, there], shows(field, False),
                    arguments=["-L", *FORM], without=[*option, again], count=2,
                    as_curl=title != "-b")
        yield Trial(f"--location-trusted, {title}", ["--location-trusted"], shows(field, True),
                    there, [*option, *FORM], without=["-L"], count=2)
    yield Trial("-H X-One goes on", ["-H", "X-One: 1"], shows("http_x_one", True), there,
                ["-L", *FORM], count=2)


def _limits(bench):
    def ends_with(status, count):
        return lambda seen: seen.outcome.status == status and len(seen.records) == count

    twice = _url(bench, 307, "/308?to=/form")
    yield Trial("--max-redirs (47)", ["--max-redirs", "1"], ends_with(47, 2), twice, ["-L", *FORM],
                count=2, arrives=False)
    yield Trial("--proto-redir (1)", ["--proto-redir", "=https"], ends_with(1, 1),
                _url(bench, 307, "/form"), ["-L", *FORM], arrives=False)
    yield Trial("--proto (1)", ["--proto", "=https"], ends_with(1, 0), bench.nginx.url(), count=0,
                arrives=False)


def _kept(bench):
    """Where curl sends a GET and loses the form, nothing more is sent."""
    mark = bench.nginx.journal.mark()
    sent = bench.formpost.run(["-L", *FORM, _url(bench, 301, "/form")])
    require_equal(sent.status, 22, "exit status")
    require("/form" in sent.errors and "--post301" in sent.errors, f"the message: {sent.errors}")
    require_equal(len(bench.nginx.journal.since(mark, 1)), 1, "requests")


def _not_followed(bench, status):
    """The response is printed, the exit status tells, and the message where the server points."""
    words = [*FORM, _url(bench, status, "/form")]
    mark = bench.nginx.journal.mark()
    curl, sent = bench.curl.run(words), bench.formpost.run(words)
    require_equal(sent.status, expected_status(curl), "exit status")
    require_equal(sent.output, curl.output, "standard output")
    require("/form" in sent.errors and "-L" in sent.errors, f"the message: {sent.errors}")
    require_equal(len(bench.nginx.journal.since(mark, 2)), 2, "requests")
