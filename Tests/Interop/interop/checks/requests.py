"""What the request says: method, headers, URL."""

from ..trial import FORM, Trial


def checks(bench):
    bench.workplace.write("home/headers.txt", "X-One: of a file\r\n\nReferer: http://x/\n")
    for trial in [*_headers(bench), *_urls(bench)]:
        yield trial.check(bench)


def _has(**fields):
    """Whether the last request had these, as nginx saw them."""
    return lambda seen: bool(seen.records) and all(
        seen.request[name] == value for name, value in fields.items())


def _headers(bench):
    url = bench.nginx.url()
    yield Trial("-X", ["-X", "PUT"], _has(request_method="PUT"), url)
    yield Trial("-H adds", ["-H", "X-One: ü 1"], _has(http_x_one="ü 1"), url)
    yield Trial("-H Name: removes", ["-H", "Accept:"], _has(http_accept=""), url)
    yield Trial("-H Name; is empty", ["-H", "X-One;"],
                lambda seen: ["X-One", ""] in seen.outcome.json["headers"], url)
    yield Trial("-H replaces", ["-H", "Accept: text/x"], _has(http_accept="text/x"), url)
    yield Trial("-H @file", ["-H", "@headers.txt"],
                _has(http_x_one="of a file", http_referer="http://x/"), url)
    yield Trial("-H Host", ["-H", "Host: other.example"], _has(http_host="other.example"), url)
    # The user agent is what tells the clients apart, except where it is given.
    yield Trial("-A", ["-A", "me/1"], _has(http_user_agent="me/1"), url)
    yield Trial("-A with nothing", ["-A", ""], _has(http_user_agent=""), url)
    yield Trial("-e", ["-e", "http://from.example/x"], _has(http_referer="http://from.example/x"),
                url)
    yield Trial("--compressed", ["--compressed"],
                lambda seen: "gzip" in seen.request["http_accept_encoding"] and seen.parts, url)


def _urls(bench):
    url, nginx = bench.nginx.url(), bench.nginx
    yield Trial("--url", ["--url", nginx.url()], lambda seen: seen.outcome.status == 0)
    yield Trial("--url-query", ["--url-query", "a=1 ü", "--url-query", "b&"],
                _has(request_uri="/form?x=y&a=1+%c3%bc&b%26"), url + "?x=y")
    yield Trial("a fragment is not sent", [], _has(request_uri="/form?x"), url + "?x#y",
                without=["-X", "PUT", "--request-target", "/other"])
    yield Trial("--path-as-is", ["--path-as-is"], _has(request_uri="/a/../form/./b"),
                nginx.url(path="/a/../form/./b"))
    yield Trial("--request-target", ["--request-target", "/other?target"],
                _has(request_uri="/other?target"), url)
    # PHP's server does not answer Expect, so that it is the client that gives up waiting.
    php = next(item.url for item in bench.applications if item.name == "php")
    yield Trial("--expect100-timeout", ["--expect100-timeout", "3"],
                lambda seen: seen.outcome.seconds >= 3 and seen.parts, php,
                ["-H", "Expect: 100-continue", *FORM], count=0)

