"""HTTP versions, as nginx speaks them."""

from ..clients import expected_status
from ..report import Check, require_equal
from ..trial import FORM, Trial


def checks(bench):
    for trial in _versions(bench):
        yield trial.check(bench)
    yield Check("the status line tells HTTP/2", lambda: _tells_version(bench, "tls", "HTTP/2 200 OK"))
    yield Check("the status line tells HTTP/1.1",
                lambda: _tells_version(bench, "plain", "HTTP/1.1 200 OK"))


def _arrives_as(**fields):
    return lambda seen: bool(seen.records) and bool(seen.parts) and all(
        seen.request[name] == value for name, value in fields.items())


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


def _tells_version(bench, server, line):
    words = [*FORM, "--cacert", str(bench.certificates.ca), bench.nginx.url(server)]
    sent = bench.formpost.run(words)
    require_equal(sent.status, 0, "exit status")
    require_equal(sent.errors.splitlines()[0].strip(), line, "status line")
    require_equal(expected_status(bench.curl.run(words)), 0, "curl's exit status")
