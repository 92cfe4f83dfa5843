"""How the server is reached: names, addresses, sockets, ports, HTTP versions."""

from ..applications import abstract_socket
from ..clients import expected_status
from ..report import Check, Skip, require, require_equal
from ..trial import FORM, Trial

NAME = "made.up.example"


def checks(bench):
    for trial in [*_names(bench), *_sockets(bench), *_sources(bench), *_versions(bench)]:
        yield trial.check(bench)
    for trial in _families(bench):
        yield trial.check(bench) if bench.has_ipv6 else Check(trial.title, _no_ipv6)
    for option, needs in [("--http3", "HTTP/3"), ("--dns-servers=127.0.0.1", "name servers")]:
        yield Check(f"{option} is refused where libcurl lacks it (4)",
                    lambda o=option: _is_refused(bench, o))
    yield Check("the status line tells HTTP/2", lambda: _tells_version(bench, "tls", "HTTP/2 200 OK"))
    yield Check("the status line tells HTTP/1.1",
                lambda: _tells_version(bench, "plain", "HTTP/1.1 200 OK"))


def _arrives_as(**fields):
    return lambda seen: bool(seen.records) and bool(seen.parts) and all(
        seen.request[name] == value for name, value in fields.items())


def _names(bench):
    port = bench.nginx.port["plain"]
    url = bench.nginx.url(host=NAME)
    named = _arrives_as(http_host=f"{NAME}:{port}")
    yield Trial("--resolve", ["--resolve", f"{NAME}:{port}:127.0.0.1"], named, url)
    yield Trial("--resolve, the second address answers",
                ["--resolve", f"{NAME}:{port}:127.0.0.9,127.0.0.1"], named,
                url, ["--connect-timeout", "9", *FORM], without=["--connect-timeout", "9"])
    yield Trial("--resolve '*'", ["--resolve", f"*:{port}:127.0.0.1"], named, url)
    yield Trial("--resolve -host takes it back", ["--resolve", f"-{NAME}:{port}"],
                lambda seen: seen.outcome.status == 6, url,
                ["--resolve", f"{NAME}:{port}:127.0.0.1", *FORM], count=0, arrives=False)
    yield Trial("--connect-to", ["--connect-to", f"{NAME}:80:127.0.0.1:{port}"],
                _arrives_as(http_host=NAME), f"http://{NAME}/form")
    yield Trial("--connect-to with nothing left out", ["--connect-to", f"::127.0.0.1:{port}"],
                _arrives_as(http_host=NAME), f"http://{NAME}/form")
    tls = bench.nginx.port["tls"]
    yield Trial("--connect-to: the certificate is the URL's host's",
                ["--connect-to", f"a.interop.test:443:127.0.0.1:{tls}"],
                _arrives_as(ssl_server_name="a.interop.test"), "https://a.interop.test/form",
                ["--cacert", bench.certificates.ca, *FORM])
    # The answer holds the address of the name, whatever is asked.
    bench.workplace.write("dns/answer", _dns_answer(NAME, "127.0.0.1"))
    yield Trial("--doh-url", ["--doh-url", bench.nginx.url("tls", "/dns/answer")], named, url,
                ["--cacert", bench.certificates.ca, *FORM], count=3)


def _dns_answer(name, address):
    """A DNS message: one question, and one answer that lasts a minute (RFC 1035 §4.1)."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"
    header = bytes.fromhex("0000 8180 0001 0001 0000 0000")
    numbers = bytes(int(number) for number in address.split("."))
    return (header + labels + bytes.fromhex("0001 0001") + bytes.fromhex("c00c 0001 0001 0000003c 0004")
            + numbers)


def _sockets(bench):
    url = f"http://{NAME}/form"
    yield Trial("--unix-socket", ["--unix-socket", bench.nginx.socket],
                _arrives_as(remote_addr="unix:", http_host=NAME), url)
    yield Trial("--abstract-unix-socket",
                ["--abstract-unix-socket", abstract_socket(bench.workplace)],
                lambda seen: len(seen.parts or ()) == 2, url, count=0)


def _sources(bench):
    url = bench.nginx.url()
    yield Trial("--interface with an address", ["--interface", "127.0.0.2"],
                _arrives_as(remote_addr="127.0.0.2"), url)
    yield Trial("--interface host!", ["--interface", "host!127.0.0.3"],
                _arrives_as(remote_addr="127.0.0.3"), url)
    yield Trial("--interface that is not there (45)", ["--interface", "none0"],
                lambda seen: seen.outcome.status == 45, url, count=0, arrives=False)
    first = bench.workplace.port()
    yield Trial("--local-port", ["--local-port", f"{first}-{first + 50}"],
                lambda seen: first <= int(seen.request["remote_port"]) <= first + 50, url)


def _families(bench):
    port = bench.nginx.port["plain"]
    url = bench.nginx.url(host=NAME)
    both = ["--resolve", f"{NAME}:{port}:127.0.0.1,[::1]", *FORM]
    yield Trial("-4", ["-4"], _arrives_as(remote_addr="127.0.0.1"), url, both, without=["-6"])
    yield Trial("-6", ["-6"], _arrives_as(remote_addr="::1"), url, both, without=["-4"])
    yield Trial("a URL with an IPv6 address", [bench.nginx.url(host="[::1]")],
                _arrives_as(remote_addr="::1"), without=[bench.nginx.url()])


def _no_ipv6():
    raise Skip("there is no [::1] on this machine")


def _versions(bench):
    nginx = bench.nginx
    trusted = ["--cacert", bench.certificates.ca, *FORM]

    def speaks(version):
        return _arrives_as(server_protocol=version)

    yield Trial("HTTP/2 over TLS, without being asked", [], speaks("HTTP/2.0"), nginx.url("tls"),
                trusted, without=["--http1.1"])
    yield Trial("--http1.1", ["--http1.1"], speaks("HTTP/1.1"), nginx.url("tls"), trusted)
    yield Trial("--http1.0", ["--http1.0"], speaks("HTTP/1.0"), nginx.url())
    yield Trial("-0", ["-0"], speaks("HTTP/1.0"), nginx.url("tls"), trusted)
    yield Trial("--http2", ["--http2"], speaks("HTTP/2.0"), nginx.url("tls"),
                ["--http1.1", *trusted])
    yield Trial("--http2-prior-knowledge", ["--http2-prior-knowledge"], speaks("HTTP/2.0"),
                nginx.url("h2c"))
    yield Trial("--http2 without TLS asks for it", ["--http2"], _arrives_as(http_upgrade="h2c"),
                nginx.url())


def _is_refused(bench, option):
    name = option.partition("=")[0]
    words = [*FORM, *option.split("="), bench.nginx.url("tls"), "-k"]
    curl = bench.curl.run(words)
    if curl.status == 0:
        raise Skip(f"this libcurl has {name}")
    sent = bench.formpost.run(words)
    require_equal(sent.status, 4, f"exit status, after\n{sent.errors}")
    require(name in sent.errors, f"the message does not name {name}: {sent.errors}")


def _tells_version(bench, server, line):
    words = [*FORM, "--cacert", str(bench.certificates.ca), bench.nginx.url(server)]
    sent = bench.formpost.run(words)
    require_equal(sent.status, 0, "exit status")
    require_equal(sent.errors.splitlines()[0].strip(), line, "status line")
    require_equal(expected_status(bench.curl.run(words)), 0, "curl's exit status")
