"""HTTP proxies: squid, open and with a login, and Apache behind TLS."""

import urllib.parse

from ..accounts import LOGIN, USER
from ..proxies import HIDDEN_HOST
from ..trial import FORM, Trial, refusal


def checks(bench):
    for trial in [*_plain(bench), *_tunnels(bench), *_logins(bench), *_over_tls(bench)]:
        yield trial.check(bench)
    for title, proxy, status in [
            ("a proxy that does not resolve (5)", "http://none.invalid:1", 5),
            ("a proxy that refuses (7)", "http://127.0.0.1:1", 7)]:
        yield refusal(bench, title, ["-x", proxy, bench.nginx.url()], status)


def _passes(method="POST", **fields):
    """Whether squid passed one request on, and the form arrived."""
    return lambda seen: (len(seen.records) == 1 and seen.request["method"] == method
                         and all(seen.request[name] == value for name, value in fields.items())
                         and bool(seen.parts))


def _trial(bench, title, option, effect, url, arguments=FORM, **more):
    return Trial(title, option, effect, url, arguments, journal=bench.squid.journal, **more)


def _plain(bench):
    squid, url = bench.squid, bench.nginx.url()
    yield _trial(bench, "-x", ["-x", squid.open], _passes(), url)
    yield _trial(bench, "-x host:port", ["-x", squid.open.removeprefix("http://")], _passes(), url)
    yield _trial(bench, "-x resolves the host", ["-x", squid.open], _passes(),
                 bench.nginx.url(host=HIDDEN_HOST))
    yield _trial(bench, "--proxy-header is for the proxy", ["--proxy-header", "X-One: proxy"],
                 _passes(x_one="proxy"), url, ["-x", squid.open, *FORM])
    yield Trial("a large file by -x", ["-x", squid.open],
                lambda seen: len(seen.records) == 1 and bool(seen.parts)
                and seen.parts[0]["size"] == len(bench.files["big.bin"]), url,
                ["-F", "file=@big.bin"], journal=squid.journal, arrives=False)


def _tunnels(bench):
    squid = bench.squid
    secure = ["-k", *FORM]
    yield _trial(bench, "-x to HTTPS is CONNECT", ["-x", squid.open], _passes("CONNECT"),
                 bench.nginx.url("tls"), secure)
    yield _trial(bench, "--proxytunnel", ["--proxytunnel"], _passes("CONNECT"), bench.nginx.url(),
                 ["-x", squid.open, *FORM])
    yield _trial(bench, "--proxy-header in CONNECT", ["--proxy-header", "X-One: proxy"],
                 _passes("CONNECT", x_one="proxy"), bench.nginx.url("tls"),
                 ["-x", squid.open, *secure])
    yield Trial("--proxy-header does not reach the server", ["--proxy-header", "X-One: proxy"],
                lambda seen: seen.request["http_x_one"] == "", bench.nginx.url("tls"),
                ["-x", squid.open, *secure], without=["-H", "X-One: server"])
    yield _trial(bench, "-H does not reach the proxy of a tunnel", ["-H", "X-One: server"],
                 _passes("CONNECT", x_one="-"), bench.nginx.url("tls"),
                 ["-x", squid.open, *secure], without=["--proxy-header", "X-One: proxy"])


def _logins(bench):
    squid = bench.squid
    quoted = urllib.parse.quote(LOGIN, safe=":").replace(":", "%3A").replace("%3A", ":", 1)
    with_login = squid.closed.replace("//", f"//{quoted}@")
    for title, url, method in [("", bench.nginx.url(), "POST"),
                               (" in CONNECT", bench.nginx.url("tls"), "CONNECT")]:
        closed = ["-x", squid.closed, "-k", *FORM]
        yield _trial(bench, "-U" + title, ["-U", LOGIN], _passes(method, user=USER), url, closed)
        yield _trial(bench, "a login in the proxy's URL" + title, ["-x", with_login],
                     _passes(method, user=USER), url, ["-k", *FORM], without=["-x", squid.closed])
        yield _trial(bench, "no login (407)" + title, ["-x", squid.closed],
                     lambda seen: seen.request.get("status") == "407", url, ["-k", *FORM],
                     without=["-x", squid.open], arrives=False)


def _over_tls(bench):
    """The proxy itself is spoken to over TLS."""
    proxy = ["-x", f"https://localhost:{bench.apache.proxy_port}", *FORM]

    def passes(method):
        return lambda seen: (len(seen.records) == 1 and seen.request["method"] == method
                             and bool(seen.parts))

    for title, option in [("--proxy-cacert", ["--proxy-cacert", bench.certificates.ca]),
                          ("--proxy-insecure", ["--proxy-insecure"])]:
        yield Trial(title, option, passes("POST"), bench.nginx.url(), proxy,
                    journal=bench.apache.journal)
        yield Trial(title + ", a tunnel to HTTPS", option, passes("CONNECT"),
                    bench.nginx.url("tls"), ["-k", *proxy], journal=bench.apache.journal)
