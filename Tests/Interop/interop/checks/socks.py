"""SOCKS5 proxies: microsocks writes down which host it was asked for."""

import urllib.parse

from ..accounts import LOGIN, PASSWORD, USER
from ..report import Check, require, require_equal
from ..trial import FORM, Trial


def checks(bench):
    for trial in _trials(bench):
        yield trial.check(bench)
    yield Check("--preproxy leads to the proxy", lambda: _through_both(bench))


def _asked(host):
    return lambda seen: ([record["host"] for record in seen.records] == [host]
                         and bool(seen.parts))


def _trials(bench):
    open_, closed = bench.socks, bench.closed_socks
    url = bench.nginx.url(host="localhost")
    quoted = f"{USER}:{urllib.parse.quote(PASSWORD)}@"
    ipv4 = ["-4", *FORM]
    yield Trial("--socks5 resolves here", ["--socks5", open_.address], _asked("127.0.0.1"), url,
                ipv4, journal=open_.journal)
    yield Trial("--socks5-hostname resolves there", ["--socks5-hostname", open_.address],
                _asked("localhost"), url, ipv4, journal=open_.journal)
    for scheme, host in [("socks5", "127.0.0.1"), ("socks5h", "localhost")]:
        yield Trial(f"-x {scheme}://", ["-x", f"{scheme}://{open_.address}"], _asked(host), url,
                    ipv4, journal=open_.journal)
    yield Trial("--socks5-hostname to HTTPS", ["--socks5-hostname", open_.address],
                _asked("localhost"), bench.nginx.url("tls", host="localhost"), ["-k", *ipv4],
                journal=open_.journal)
    yield Trial("-U", ["-U", LOGIN], _asked("localhost"), url,
                ["--socks5-hostname", closed.address, *FORM], journal=closed.journal)
    yield Trial("a login in the proxy's URL", ["-x", f"socks5h://{quoted}{closed.address}"],
                _asked("localhost"), url, journal=closed.journal)
    yield Trial("a wrong login (97)", ["-U", USER + ":wrong"],
                lambda seen: seen.outcome.status == 97 and not seen.records, url,
                ["--socks5-hostname", closed.address, *FORM], without=["-U", LOGIN], count=0, journal=closed.journal, arrives=False)
    yield Trial("all_proxy", [], _asked("localhost"), url, journal=open_.journal,
                variables={"all_proxy": f"socks5h://{open_.address}"})
    yield Trial("--preproxy", ["--preproxy", f"socks5h://{open_.address}"],
                lambda seen: [record["port"] for record in seen.records] == [bench.squid.open_port]
                and seen.parts, bench.nginx.url(), ["-x", bench.squid.open, *FORM],
                journal=open_.journal)


def _through_both(bench):
    mark = bench.squid.journal.mark()
    sent = bench.formpost.run([
        *FORM, "-x", bench.squid.open, "--preproxy", f"socks5h://{bench.socks.address}",
        bench.nginx.url()])
    require_equal(sent.status, 0, f"exit status, after\n{sent.errors}")
    require(len(bench.squid.journal.since(mark)) == 1, "squid has seen no request")
